# SPDX-License-Identifier: Apache-2.0
# The DEB, made by `cpack` from what a release build installs: programs and window, its libraries from Debian.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME fusescope)
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_PACKAGE_CONTACT "Fusescope contributors <fusescope@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "says what torch.compile changed in a model")
set(CPACK_PACKAGE_DESCRIPTION
    "Fusescope runs a PyTorch model eager and compiled in fresh processes in lock step,
says with an interval whether compiling is worth it, and why: kernels, graph breaks,
recompiles, compile time, memory, numerics. It has a command line and a window.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# torch comes from pip, into an environment of the user's; the agent for it is built by g++ where it is first needed.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "python3, g++, openssl")
include(CPack)
