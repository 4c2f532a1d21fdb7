// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/comparison/string_hash.h"

#include <QHashSeed>

namespace ui {

void hashStringsWithoutVectors()
{
    // Qt takes that code for every seed but 0. This one is known to all, which would matter where
    // strangers choose the keys of a server; here they come from files that the user opens.
    QHashSeed::setDeterministicGlobalSeed();
}

} // namespace ui
