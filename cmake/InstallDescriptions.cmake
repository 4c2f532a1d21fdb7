# SPDX-License-Identifier: Apache-2.0
# Run while installing: PROGRAM prints its completions and manual. MANUAL: the option that prints one page; without it the
# program is `fusescope`, which has commands for both and writes a page for each command.
set(share "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/share")
file(MAKE_DIRECTORY "${share}/man/man1")

function(write file) # write(FILE ARGUMENT…): what the program prints
    get_filename_component(folder "${share}/${file}" DIRECTORY)
    file(MAKE_DIRECTORY "${folder}")
    execute_process(COMMAND "${PROGRAM}" ${ARGN} OUTPUT_FILE "${share}/${file}" COMMAND_ERROR_IS_FATAL ANY)
endfunction()

if(MANUAL)
    set(completion --completion)
    write("man/man1/${NAME}.1" ${MANUAL})
else()
    set(completion completion)
    execute_process(COMMAND "${PROGRAM}" manual "${share}/man/man1" COMMAND_ERROR_IS_FATAL ANY)
endif()
write("bash-completion/completions/${NAME}" ${completion} bash)
write("zsh/vendor-completions/_${NAME}" ${completion} zsh)
write("fish/vendor_completions.d/${NAME}.fish" ${completion} fish)

file(GLOB pages "${share}/man/man1/*.1")
foreach(page IN LISTS pages)
    execute_process(COMMAND gzip -9nf "${page}" COMMAND_ERROR_IS_FATAL ANY)
endforeach()
