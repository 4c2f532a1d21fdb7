// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/patience.h"

#include <QFile>
#include <QString>
#include <QTest>

#include <functional>

/// What both sittings of a new user share: a model of one's own, and patience.
namespace sitting {

inline constexpr int backendColumn = 4;
using ui_test::patience;

inline constexpr auto model = R"(import torch


class Scorer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.head = torch.nn.Linear(32, 8)

    def forward(self, features):
        return self.head(features).softmax(-1)


def make():
    return Scorer().eval(), (torch.randn(4, 32),)
)";

inline bool waitFor(const std::function<bool()>& reached)
{
    return QTest::qWaitFor(reached, patience);
}

inline bool writeModel(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(model) > 0;
}

} // namespace sitting
