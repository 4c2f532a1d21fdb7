# SPDX-License-Identifier: Apache-2.0
# How CTest runs the test programs. ./dev test reads the results that they write (tests/checks/test_results.py).
include(GoogleTest)

# Starting a program for each of its TESTs costs more than most TESTs do: a ui program starts Qt, a recording program
# imports torch. An IDE that lists every TEST needs it nevertheless.
option(FUSESCOPE_TESTS_ONE_BY_ONE "List every TEST as a separate test of CTest, for an IDE" OFF)

set(FUSESCOPE_TEST_RESULTS "${CMAKE_BINARY_DIR}/test-results")
file(MAKE_DIRECTORY "${FUSESCOPE_TEST_RESULTS}")

# Seconds after which a process is stopped: a limit for what hangs, far above what any needs on a busy machine. Its
# output then ends with the test that hung.
set(FUSESCOPE_TEST_TIMEOUT 3600)

# Runs a GoogleTest program as SHARDS processes, each with its share of the TESTs: <name>, or <name>.1of4 and so on.
# LOCK: a resource that one process at a time may use.
function(fusescope_run_tests name)
    cmake_parse_arguments(ARG "" "LOCK;SHARDS" "" ${ARGN})
    if(NOT ARG_SHARDS)
        set(ARG_SHARDS 1)
    endif()
    # Programs in several shards are the long ones. CTest starts what costs most first, so no long one is left alone at
    # the end; nor are those that wait for each other.
    set(properties TIMEOUT ${FUSESCOPE_TEST_TIMEOUT} COST ${ARG_SHARDS})
    if(ARG_LOCK)
        set(properties TIMEOUT ${FUSESCOPE_TEST_TIMEOUT} COST 10 RESOURCE_LOCK "${ARG_LOCK}")
    endif()
    if(FUSESCOPE_TESTS_ONE_BY_ONE)
        gtest_discover_tests(${name} TEST_PREFIX "${name}." DISCOVERY_TIMEOUT 60 PROPERTIES ${properties})
        return()
    endif()
    foreach(shard RANGE 1 ${ARG_SHARDS})
        set(test ${name})
        if(ARG_SHARDS GREATER 1)
            string(APPEND test ".${shard}of${ARG_SHARDS}")
        endif()
        math(EXPR index "${shard} - 1")
        add_test(NAME ${test} COMMAND ${name} "--gtest_output=xml:${FUSESCOPE_TEST_RESULTS}/${test}.xml")
        set_tests_properties(${test} PROPERTIES ${properties}
            ENVIRONMENT "GTEST_TOTAL_SHARDS=${ARG_SHARDS};GTEST_SHARD_INDEX=${index}")
    endforeach()
endfunction()

# Runs Python's unittests of PLACE, a file or a folder's *_test.py, with the Python that has torch unless PYTHON names
# another. ENVIRONMENT: their variables.
function(fusescope_run_unittests name place)
    cmake_parse_arguments(ARG "" "PYTHON" "ENVIRONMENT" ${ARGN})
    if(NOT ARG_PYTHON)
        set(ARG_PYTHON "${FUSESCOPE_PYTHON}")
    endif()
    add_test(NAME ${name} COMMAND "${ARG_PYTHON}" "${CMAKE_SOURCE_DIR}/tests/support/run_unittests.py"
        "${FUSESCOPE_TEST_RESULTS}/${name}.xml" "${CMAKE_CURRENT_SOURCE_DIR}/${place}")
    set_tests_properties(${name} PROPERTIES TIMEOUT ${FUSESCOPE_TEST_TIMEOUT}
        ENVIRONMENT "PYTHONDONTWRITEBYTECODE=1;${ARG_ENVIRONMENT}")
endfunction()
