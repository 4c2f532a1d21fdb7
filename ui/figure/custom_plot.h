// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// QCustomPlot 2.1 still writes Qt's short words, which this project switches off (QT_NO_KEYWORDS).
#include <QObject>

#ifndef signals
#define signals Q_SIGNALS // NOLINT
#define FUSESCOPE_DEFINED_SIGNALS
#endif
#ifndef slots
#define slots Q_SLOTS // NOLINT
#define FUSESCOPE_DEFINED_SLOTS
#endif
#ifndef foreach
#define foreach(variable, container) for (variable : container) // NOLINT
#define FUSESCOPE_DEFINED_FOREACH
#endif

#include <qcustomplot.h>

#ifdef FUSESCOPE_DEFINED_SIGNALS
#undef signals
#undef FUSESCOPE_DEFINED_SIGNALS
#endif
#ifdef FUSESCOPE_DEFINED_SLOTS
#undef slots
#undef FUSESCOPE_DEFINED_SLOTS
#endif
#ifdef FUSESCOPE_DEFINED_FOREACH
#undef foreach
#undef FUSESCOPE_DEFINED_FOREACH
#endif
