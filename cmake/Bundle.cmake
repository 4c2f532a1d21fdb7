# SPDX-License-Identifier: Apache-2.0
# Programs for other distributions: they may ask for no newer glibc than 2.34 and for no library that
# a server does not have. Debian's own shared libraries ask for more, so everything is linked statically
# but glibc itself and libgcc_s (its static form asks for _dl_find_object of glibc 2.35).
set(CMAKE_FIND_LIBRARY_SUFFIXES ".a") # SQLite, SQLiteCpp, zstd

# Debian has no static fmt.
add_library(fmt::fmt INTERFACE IMPORTED)
target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY)

# The agent is no such program: it hands C++ objects to torch, so there must be one C++ runtime, torch's. The
# collector is: only C goes in and out, and it hides its runtime.
function(fusescope_bundled_program target)
    target_sources(${target} PRIVATE "${CMAKE_SOURCE_DIR}/packaging/arc4random.cpp")
    target_link_options(${target} PRIVATE -static-libstdc++ -Wl,--as-needed -Wl,--gc-sections)
endfunction()

# Debian has no static ISA-L: packaging/bundle.sh puts the shared one, which asks for glibc 2.14, beside the worker.
# The path of installation at once: CMake pads that of a build with colons, and each means the working directory.
function(fusescope_finds_carried_libraries target)
    set_target_properties(${target} PROPERTIES
        INSTALL_RPATH "\$ORIGIN/../lib/fusescope"
        BUILD_WITH_INSTALL_RPATH ON)
endfunction()
