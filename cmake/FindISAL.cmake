# SPDX-License-Identifier: Apache-2.0
# ISAL::ISAL, Intel's library of fast storage functions: it unpacks gzip (on other processors, too).
find_path(ISAL_INCLUDE_DIR isa-l/igzip_lib.h)
# A bundle looks for static libraries alone, and Debian 12 has none of this one.
set(suffixes ${CMAKE_FIND_LIBRARY_SUFFIXES})
list(APPEND CMAKE_FIND_LIBRARY_SUFFIXES ".so")
find_library(ISAL_LIBRARY isal)
set(CMAKE_FIND_LIBRARY_SUFFIXES ${suffixes})

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(ISAL
    REQUIRED_VARS ISAL_LIBRARY ISAL_INCLUDE_DIR
    REASON_FAILURE_MESSAGE "ISA-L unpacks .gz traces: install libisal-dev (Debian) or isa-l-devel (Fedora)")
mark_as_advanced(ISAL_INCLUDE_DIR ISAL_LIBRARY)

if(ISAL_FOUND AND NOT TARGET ISAL::ISAL)
    add_library(ISAL::ISAL UNKNOWN IMPORTED)
    set_target_properties(ISAL::ISAL PROPERTIES
        IMPORTED_LOCATION "${ISAL_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${ISAL_INCLUDE_DIR}")
endif()
