// SPDX-License-Identifier: GPL-3.0-or-later
// Linked into programs that record: beside other tests, two threads of a call wait for each other's
// core, and no warm-up settles.
#include <QByteArray>

namespace {

[[maybe_unused]] const bool isSet = qputenv("OMP_NUM_THREADS", "1"); // workers inherit it

} // namespace
