# SPDX-License-Identifier: Apache-2.0
# Headers that most units include, parsed once for all libraries that share compiler options. A unit still
# names every header it needs: -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON (preset `plain`, which ./dev check builds) proves it.
# No header of ours is in here: touching one must not build everything anew.
set(FUSESCOPE_STD_HEADERS
    <algorithm> <array> <chrono> <cmath> <cstdint> <functional> <map> <memory> <optional> <set> <span>
    <string> <string_view> <utility> <variant> <vector> <tl/expected.hpp>)
set(FUSESCOPE_QT_HEADERS
    <QAbstractTableModel> <QBoxLayout> <QGuiApplication> <QHeaderView> <QKeyEvent> <QLabel> <QPainter>
    <QPlainTextEdit> <QPushButton> <QRegularExpression> <QStackedWidget> <QStyledItemDelegate> <QTableView>
    <QTimer> <QToolTip>)

# Compiled by a target of its own with the fewest definitions: a unit may have more, never fewer.
function(fusescope_precompiled name)
    cmake_parse_arguments(ARG "" "" "HEADERS;LINKS" ${ARGN})
    add_library(${name} OBJECT "${CMAKE_SOURCE_DIR}/cmake/precompiled.cpp")
    target_link_libraries(${name} PRIVATE ${ARG_LINKS} project_warnings)
    target_precompile_headers(${name} PRIVATE ${ARG_HEADERS})
endfunction()

fusescope_precompiled(precompiled_std HEADERS ${FUSESCOPE_STD_HEADERS} LINKS tl::expected)
set_target_properties(precompiled_std PROPERTIES POSITION_INDEPENDENT_CODE ON)
if(BUILD_TESTING)
    fusescope_precompiled(precompiled_test
        HEADERS ${FUSESCOPE_STD_HEADERS} <gmock/gmock.h> <gtest/gtest.h>
        LINKS tl::expected GTest::gmock GTest::gtest_main)
endif()
