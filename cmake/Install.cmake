# SPDX-License-Identifier: Apache-2.0
# What an installed prefix holds (profiler/record/machine/installation.cpp finds it there). Bundle, wheel, DEB and
# archive are made from these rules: packaging/stage.sh installs the components that one of them wants.
#   command_line  the program with worker, built-in models and the sources of the agent
#   desktop       the window
#   agents        built for the torch of this build; others are built where they are needed
#   acceptance    what is run on a machine with a GPU to see that it is supported
install(DIRECTORY profiler/worker/ DESTINATION lib/fusescope/worker PATTERN __pycache__ EXCLUDE)
install(DIRECTORY resources/models/ DESTINATION share/fusescope/models PATTERN __pycache__ EXCLUDE)
install(DIRECTORY resources/suites/ DESTINATION share/fusescope/suites)
install(FILES README.md CHANGELOG.md packaging/copyright DESTINATION share/doc/fusescope)
install(FILES LICENSES/Apache-2.0.txt DESTINATION share/doc/fusescope)

# The agent's folder, and the files beside it that the program names.
file(READ profiler/record/machine/agent_build.cpp text)
string(REGEX MATCH "sharedFiles {[^}]*}" text "${text}")
string(REGEX MATCHALL "profiler/[a-z_/]+\\.(h|cpp)" agent_files "${text}")
if(NOT agent_files)
    message(FATAL_ERROR "profiler/record/machine/agent_build.cpp no longer lists what an agent is built of")
endif()
file(GLOB own_files RELATIVE "${CMAKE_SOURCE_DIR}" CONFIGURE_DEPENDS
    profiler/agent/*.cpp profiler/agent/*.h profiler/native/*.cpp profiler/native/*.h)
foreach(file IN LISTS agent_files own_files)
    get_filename_component(folder "${file}" DIRECTORY)
    install(FILES "${file}" DESTINATION "share/fusescope/agent-source/${folder}")
endforeach()

if(TARGET fusescope_collector)
    install(PROGRAMS tests/gpu/accept DESTINATION lib/fusescope RENAME accept-gpu
        COMPONENT acceptance EXCLUDE_FROM_ALL)
    install(PROGRAMS tests/gpu/run_all DESTINATION lib/fusescope RENAME run-all-gpu
        COMPONENT acceptance EXCLUDE_FROM_ALL)
    install(DIRECTORY tests/gpu/acceptance tests/gpu/models DESTINATION lib/fusescope
        COMPONENT acceptance EXCLUDE_FROM_ALL PATTERN __pycache__ EXCLUDE)
endif()

# Manual pages and completions are what the programs print of themselves.
function(fusescope_describes_itself target component)
    install(CODE "set(PROGRAM \"$<TARGET_FILE:${target}>\")\nset(NAME ${target})\nset(MANUAL \"${ARGN}\")"
        COMPONENT ${component})
    install(SCRIPT "${CMAKE_SOURCE_DIR}/cmake/InstallDescriptions.cmake" COMPONENT ${component})
endfunction()

if(NOT CMAKE_CROSSCOMPILING)
    fusescope_describes_itself(fusescope command_line)
    if(BUILD_GUI)
        fusescope_describes_itself(fusescope-ui desktop --manual)
    endif()
endif()

if(BUILD_GUI)
    set(id org.fusescope.Fusescope)
    install(FILES packaging/desktop/${id}.desktop DESTINATION share/applications COMPONENT desktop)
    install(FILES packaging/desktop/${id}.metainfo.xml DESTINATION share/metainfo COMPONENT desktop)
    install(FILES packaging/desktop/${id}.svg DESTINATION share/icons/hicolor/scalable/apps COMPONENT desktop)
    install(FILES packaging/desktop/${id}.mime.xml DESTINATION share/mime/packages
        RENAME ${id}.xml COMPONENT desktop)
    install(FILES LICENSES/GPL-3.0-or-later.txt resources/fonts/OFL.txt DESTINATION share/doc/fusescope COMPONENT desktop)
endif()
