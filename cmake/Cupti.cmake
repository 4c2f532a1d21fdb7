# SPDX-License-Identifier: Apache-2.0
# CUPTI's headers (12.4 to 13.x) as the target Cupti::headers, from the toolkit or from the pip packages beside
# torch. The library itself is never linked: the collector opens the one that the user's process has.
# Without headers everything but the collector is built.
option(BUILD_COLLECTOR "Build the collector of kernel traces where CUPTI's headers are" ON)
set(CUPTI_INCLUDE_DIRS "" CACHE STRING "Folders of cupti_activity.h and cuda.h; empty = look for them")

function(fusescope_find_cupti)
    get_filename_component(python_prefix "${FUSESCOPE_PYTHON}" DIRECTORY)
    get_filename_component(python_prefix "${python_prefix}" DIRECTORY)
    file(GLOB packages "${python_prefix}/lib/python3*/site-packages/nvidia" "${TORCH_ROOT}/../nvidia")
    set(candidates "")
    set(incomplete "")
    if(CUPTI_INCLUDE_DIRS)
        list(JOIN CUPTI_INCLUDE_DIRS "|" folders)
        list(APPEND candidates "${folders}")
    else()
        foreach(toolkit IN ITEMS "$ENV{CUDA_HOME}" "$ENV{CUDA_PATH}" /usr/local/cuda /opt/cuda)
            list(APPEND candidates "${toolkit}/include" "${toolkit}/extras/CUPTI/include|${toolkit}/include")
        endforeach()
        foreach(package IN LISTS packages)
            list(APPEND candidates "${package}/cu13/include"
                "${package}/cuda_cupti/include|${package}/cuda_runtime/include")
        endforeach()
    endif()
    foreach(candidate IN LISTS candidates)
        string(REPLACE "|" ";" folders "${candidate}")
        list(GET folders 0 first)
        list(GET folders -1 last)
        if(EXISTS "${first}/cupti_activity.h" AND EXISTS "${last}/cuda.h")
            file(STRINGS "${first}/cupti_version.h" version REGEX "define CUPTI_API_VERSION")
            string(REGEX MATCH "[0-9]+" version "${version}")
            if(version LESS 22) # CUDA 12.4
                continue()
            endif()
            # pip's CUDA headers come in parts: cuda.h and CUPTI may be here, and crt/ that they include not.
            unset(compiles)
            try_compile(compiles SOURCE_FROM_CONTENT cupti.cpp "#include <cupti.h>\nint main() {}\n"
                CMAKE_FLAGS "-DINCLUDE_DIRECTORIES=${folders}" NO_CACHE)
            if(NOT compiles)
                list(APPEND incomplete "${first}")
                continue()
            endif()
            add_library(Cupti::headers INTERFACE IMPORTED GLOBAL)
            target_include_directories(Cupti::headers SYSTEM INTERFACE ${folders})
            message(STATUS "CUPTI ${version} headers in ${first}")
            return()
        endif()
    endforeach()
    if(incomplete)
        message(STATUS "CUPTI's headers in ${incomplete} do not compile: install pip's nvidia-cuda-crt beside them")
    endif()
    message(STATUS "CUPTI's headers (CUDA 12.4 to 13.x) are not here: the collector is left out, so kernels on a"
        " GPU cannot be traced by this build. Install the toolkit or pip's nvidia-cuda-cupti and"
        " nvidia-cuda-crt, or set CUPTI_INCLUDE_DIRS; -DBUILD_COLLECTOR=OFF says that this is meant.")
endfunction()

if(BUILD_COLLECTOR)
    fusescope_find_cupti()
endif()
