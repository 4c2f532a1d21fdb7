# SPDX-License-Identifier: Apache-2.0
# One element of an array job of `fusescope suite run`: the recording whose folder stands at its index. $1 is the program, $2
# the folder of all, then the folders' names by index.
program=$1 parts=$2
shift 2
shift "$SLURM_ARRAY_TASK_ID"
cd "$parts/$1" || exit 1
[ -e plan.json ] || exit 0 # it ended before, and was taken in
# What an earlier start left, when Slurm gave it to another node.
rm -f recording.fscope* progress.jsonl log.txt exit.txt
if [ ! -x "$program" ]; then
    echo "fusescope: node $(hostname) has no $program; install Fusescope on a file system that the nodes share" >log.txt
    code=127
else
    # In the background it would be deaf to SIGINT; SIGTERM asks it for the same: to end after its block.
    "$program" record "$parts/$1/plan.json" -o "$parts/$1/recording.fscope" --json </dev/null >progress.jsonl 2>log.txt &
    child=$!
    asked=0
    trap 'asked=1; kill -TERM "$child" 2>/dev/null' TERM INT
    wait "$child"
    code=$?
    while [ "$asked" = 1 ]; do # the trap ended the wait and not the recording
        asked=0
        wait "$child"
        again=$?
        [ "$again" = 127 ] || code=$again
    done
fi
# Whole or not there, whoever looks.
echo "$code" >exit.new && mv exit.new exit.txt
exit "$code"
