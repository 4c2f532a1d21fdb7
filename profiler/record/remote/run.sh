# SPDX-License-Identifier: Apache-2.0
# sh run.sh JOB PROGRAM WORD…: runs a recording in the job's folder, whoever asked for it gone or not. Its JSON lines go
# to the file progress, which ends in a line "# ended CODE"; what it says for people goes to log. (profiler/record/remote)
job=$1
shift
cd "$job" || exit 1
who() { # who PID: number, start and boot, by which the process is known again
    stat=$(cat "/proc/$1/stat") || return 1
    pid=$1
    # shellcheck disable=SC2086
    set -- ${stat##*) }
    echo "$pid ${20} $(cat /proc/sys/kernel/random/boot_id 2>/dev/null || echo unknown)"
}
: >progress
: >log
who $$ >runner.part && mv runner.part runner
# Requests come through a pipe that never ends, as this side keeps it open for writing, too.
mkfifo requests
"$@" >>progress 2>log <>requests &
recorder=$!
who $recorder >recorder.part && mv recorder.part recorder
wait $recorder
code=$?
echo $code >ended.part && mv ended.part ended
printf '\n# ended %s\n' $code >>progress
