// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pictures/stored_picture.h"

#include "tests/pictures/picture_difference.h"

#include <QDir>
#include <QFile>
#include <QImageWriter>

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

std::string complaint(const QString& name, const QImage& actual)
{
    Difference difference;
    if (const QImage stored(storedFile(name)); stored.isNull())
        difference = {.sentence = QStringLiteral("no picture is stored"), .marked = actual};
    else
        difference = compare(stored, actual);
    for (const char* kind : {"actual", "difference"})
        QFile::remove(buildFile(name, kind)); // of an earlier run
    if (difference.isNone())
        return {};
    if (qEnvironmentVariableIsSet("FUSESCOPE_ACCEPT_PICTURES"))
        return write(storedFile(name), withFewColours(actual))
            ? std::string()
            : "cannot write " + storedFile(name).toStdString();
    const bool left = write(buildFile(name, "actual"), actual)
        && write(buildFile(name, "difference"), difference.marked);
    return advice(name, difference) + (left ? "" : "\n  (neither could be written)");
}

} // namespace pictures
