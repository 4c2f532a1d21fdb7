// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pictures/stored_picture.h"

#include "tests/pictures/picture_difference.h"

#include <QDir>
#include <QFile>
#include <QImageWriter>
#include <QTest>

namespace pictures {

namespace {

QString storedFile(const QString& name)
{
    return QStringLiteral(FUSESCOPE_SOURCE_DIR "/tests/pictures/stored/%1.png").arg(name);
}

QString buildFile(const QString& name, const char* kind)
{
    return QStringLiteral(FUSESCOPE_BINARY_DIR "/pictures/%1.%2.png")
        .arg(name, QLatin1String(kind));
}

bool write(const QString& file, const QImage& picture)
{
    QDir().mkpath(QFileInfo(file).path());
    QImageWriter writer(file, "png");
    constexpr int smallest = 100;
    writer.setCompression(smallest);
    return writer.write(picture);
}

constexpr int takesMore = 4;
constexpr int pause = 500; // ms

Difference differenceFrom(const QImage& stored, const QImage& actual)
{
    if (stored.isNull())
        return {.sentence = QStringLiteral("no picture is stored"), .marked = actual};
    return compare(stored, actual);
}

std::string advice(const QString& name, const Difference& difference)
{
    const QString actual = buildFile(name, "actual");
    const QString marked = buildFile(name, "difference");
    return QStringLiteral("%1: %2.\n  stored:     %3\n  now:        %4\n  difference: %5\n"
                          "  If it is meant to look so: FUSESCOPE_ACCEPT_PICTURES=1 %6")
        .arg(name, difference.sentence, storedFile(name), actual, marked,
            QStringLiteral(FUSESCOPE_PICTURES_TEST))
        .toStdString();
}

} // namespace

std::string complaint(const QString& name, const std::function<QImage()>& take)
{
    const QImage stored(storedFile(name));
    QImage actual = take();
    Difference difference = differenceFrom(stored, actual);
    const bool isAccepted = qEnvironmentVariableIsSet("FUSESCOPE_ACCEPT_PICTURES");
    for (int again = 0; again < takesMore && !isAccepted && !difference.isNone(); ++again) {
        QTest::qWait(pause);
        actual = take();
        difference = differenceFrom(stored, actual);
    }
    for (const char* kind : {"actual", "difference"})
        QFile::remove(buildFile(name, kind)); // of an earlier run
    if (difference.isNone())
        return {};
    if (isAccepted)
        return write(storedFile(name), withFewColours(actual))
            ? std::string()
            : "cannot write " + storedFile(name).toStdString();
    const bool left = write(buildFile(name, "actual"), actual)
        && write(buildFile(name, "difference"), difference.marked);
    return advice(name, difference) + (left ? "" : "\n  (neither could be written)");
}

} // namespace pictures
