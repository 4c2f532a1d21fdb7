# SPDX-License-Identifier: Apache-2.0
# LibTorch of the chosen Python environment as own imported targets. find_package(Torch) is not used:
# with a CUDA wheel it is a hard error on machines without the CUDA toolkit.
execute_process(
    COMMAND "${FUSESCOPE_PYTHON}" -I -c "import importlib.util, os, runpy, sys
spec = importlib.util.find_spec('torch')
if spec is None: sys.exit('torch is not installed in this interpreter')
root = os.path.dirname(spec.origin)
print(root)
print('.'.join(runpy.run_path(os.path.join(root, 'version.py'))['__version__'].split('+')[0].split('.')[:2]))"
    OUTPUT_VARIABLE torch_facts OUTPUT_STRIP_TRAILING_WHITESPACE
    ERROR_VARIABLE torch_error RESULT_VARIABLE torch_result)
if(NOT torch_result EQUAL 0)
    message(FATAL_ERROR "No torch in ${FUSESCOPE_PYTHON} (${torch_error}). Run ./dev build, name another"
        " interpreter by -DFUSESCOPE_PYTHON=…, or switch the agent off by -DBUILD_AGENT=OFF.")
endif()
string(REPLACE "\n" ";" torch_facts "${torch_facts}")
list(GET torch_facts 0 TORCH_ROOT)
list(GET torch_facts 1 TORCH_MINOR_VERSION)
message(STATUS "torch ${TORCH_MINOR_VERSION} in ${TORCH_ROOT}")

foreach(library IN ITEMS c10 torch_cpu torch)
    add_library(Torch::${library} SHARED IMPORTED)
    set_target_properties(Torch::${library} PROPERTIES
        IMPORTED_LOCATION "${TORCH_ROOT}/lib/lib${library}.so"
        INTERFACE_INCLUDE_DIRECTORIES "${TORCH_ROOT}/include;${TORCH_ROOT}/include/torch/csrc/api/include")
endforeach()
target_link_libraries(Torch::torch_cpu INTERFACE Torch::c10)
