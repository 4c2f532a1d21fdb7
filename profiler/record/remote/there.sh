# SPDX-License-Identifier: Apache-2.0
# Runs on the other machine, behind each call of ssh: functions for any POSIX shell, and at the end `answer VERB WORD…` with
# every word quoted. What it says begins with the line fusescope-answer, as shells may print before; then KEY=VALUE lines.
umask 077
base=${XDG_CACHE_HOME:-}
case $base in /*) ;; *) base=${HOME:-}/.cache ;; esac
base=$base/fusescope
programs=$base/programs
jobs=$base/jobs

say() { printf '%s=%s\n' "$1" "$2"; }
refuse() { # refuse WHY: one word that the other side knows
    say refused "$1"
    exit 3
}
folder_of() { # folder_of JOB
    case $1 in '' | *[!0-9a-z-]*) refuse job ;; esac
    job=$jobs/$1
}
room() { # the nearest folder above $base that is there
    room=$base
    while [ ! -d "$room" ] && [ "$room" != / ]; do room=$(dirname "$room"); done
    # shellcheck disable=SC2046
    set -- $(df -Pk "$room" 2>/dev/null | tail -n 1)
    say free_kib "${4:-}"
}
kib_of() { # kib_of PATH…
    # shellcheck disable=SC2046
    set -- $(du -skc "$@" 2>/dev/null | tail -n 1)
    echo "${1:-0}"
}
started_at() { # started_at PID: in ticks since the machine started, so that a number used again is another process
    stat=$(cat "/proc/$1/stat" 2>/dev/null) || return 1
    # shellcheck disable=SC2086
    set -- ${stat##*) }
    echo "${20}"
}
boot() { cat /proc/sys/kernel/random/boot_id 2>/dev/null || echo unknown; }
alive() { # alive FILE: is the process alive that stands in it?
    [ -r "$1" ] && read -r pid ticks booted <"$1" || return 1
    case $pid in '' | *[!0-9]*) return 1 ;; esac
    [ "$booted" = "$(boot)" ] && [ "$(started_at "$pid")" = "$ticks" ]
}
state_of() { # of $job
    if [ ! -d "$job" ]; then
        echo absent
    elif [ -r "$job/ended" ]; then
        read -r code <"$job/ended"
        echo "ended $code"
    elif alive "$job/runner" || alive "$job/recorder"; then
        echo running
    elif [ ! -r "$job/runner" ]; then
        echo waiting
    else
        read -r pid ticks booted <"$job/runner"
        if [ "$booted" = "$(boot)" ]; then echo gone; else echo restarted; fi
    fi
}
unpack() { # unpack SHA256 FOLDER: of the archive on stdin, when it is whole
    part=$2.part.$$
    trap 'rm -rf "$part" "$part.tar"' EXIT
    trap 'exit 3' HUP INT TERM PIPE
    mkdir -p "$(dirname "$2")" || refuse folder
    LC_ALL=C cat >"$part.tar" || refuse written
    sum=$(sha256sum "$part.tar") || refuse sum
    [ "${sum%% *}" = "$1" ] || refuse damaged
    mkdir "$part" || refuse folder
    LC_ALL=C tar -xzf "$part.tar" -C "$part" || refuse written
    rm -f "$part.tar"
    [ -d "$2" ] || mv "$part" "$2" || refuse folder
}

look() { # look HASH PYTHON
    say system "$(uname -s)"
    say machine "$(uname -m)"
    say glibc "$(getconf GNU_LIBC_VERSION 2>/dev/null)"
    say base "$base"
    room
    for tool in tar gzip sha256sum setsid nohup tail df du; do
        command -v $tool >/dev/null 2>&1 || say missing $tool
    done
    [ ! -x "$programs/$1/bin/fusescope" ] || say program there
    python=$2
    # shellcheck disable=SC2088
    case $python in
    "~/"*) python=$HOME/${python#"~/"} ;;
    /*) ;;
    */*) python=$HOME/$python ;;
    esac
    say python "$(command -v -- "$python" 2>/dev/null)"
}
install() { # install HASH
    unpack "$1" "$programs/$1"
    say installed "$1"
}
doctor() { # doctor HASH PYTHON
    cd / || refuse folder
    exec "$programs/$1/bin/fusescope" doctor --json --python "$2"
}
start() { # start JOB SHA256 HASH WORD…: the words of fusescope
    folder_of "$1"
    [ ! -e "$job" ] || refuse exists
    unpack "$2" "$job"
    program=$programs/$3/bin/fusescope
    shift 3
    setsid nohup sh "$job/run.sh" "$job" "$program" "$@" </dev/null >/dev/null 2>&1 &
    tries=0
    while [ ! -e "$job/runner" ] && [ $tries -lt 50 ]; do
        sleep 0.1 2>/dev/null || sleep 1
        tries=$((tries + 1))
    done
    [ -e "$job/runner" ] || refuse runner
    say started "$job"
}
follow() { # follow JOB OFFSET
    folder_of "$1"
    [ -r "$job/progress" ] || refuse absent
    exec tail -c "+$(($2 + 1))" -f "$job/progress"
}
state() { # state JOB
    folder_of "$1"
    say state "$(state_of)"
}
stop() { # stop JOB
    folder_of "$1"
    ! alive "$job/recorder" || kill -TERM "$pid"
    say state "$(state_of)"
}
request() { # request JOB LINE: as on stdin of record --control
    folder_of "$1"
    alive "$job/recorder" || refuse over
    [ -p "$job/requests" ] || refuse over
    printf '%s\n' "$2" 1<>"$job/requests"
    say state "$(state_of)"
}
files() { # files JOB: what the recording left
    folder_of "$1"
    for name in result.fscope result.fscope-wal; do
        [ ! -s "$job/$name" ] || say file "$name $(($(wc -c <"$job/$name"))) $(sha256sum <"$job/$name")"
    done
}
send() { # send JOB NAME OFFSET
    folder_of "$1"
    case $2 in */* | '') refuse name ;; esac
    exec tail -c "+$(($3 + 1))" "$job/$2"
}
ending() { # ending JOB: of what it said for people
    folder_of "$1"
    exec tail -c 65536 "$job/log"
}
fetched() { # fetched JOB: the other side has all of it
    folder_of "$1"
    : >"$job/fetched"
    say state "$(state_of)"
}
remove() { # remove JOB
    folder_of "$1"
    [ "$(state_of)" != running ] || refuse running
    rm -rf "$job"
    say state "$(state_of)"
}
list() {
    for each in "$jobs"/*; do
        [ -d "$each" ] || continue
        case $each in *.part.*) continue ;; esac
        folder_of "${each##*/}"
        mark=kept
        [ -e "$job/fetched" ] || mark=new
        say job "${each##*/} $(kib_of "$job") $mark $(state_of)"
    done
}
clean() { # clean all|fetched
    freed=0
    running=0
    for each in "$jobs"/*; do
        [ -d "$each" ] || [ -f "$each" ] || continue
        case $each in
        *.part.*)
            owner=${each##*.part.}
            ! kill -0 "${owner%%.*}" 2>/dev/null || continue # it is being sent
            ;;
        *)
            folder_of "${each##*/}"
            if [ "$(state_of)" = running ]; then
                running=$((running + 1))
                continue
            fi
            if [ ! -e "$job/fetched" ] && [ "$1" != all ]; then
                say unfetched "${each##*/}"
                continue
            fi
            ;;
        esac
        freed=$((freed + $(kib_of "$each")))
        rm -rf "$each"
    done
    if [ $running -eq 0 ]; then
        for each in "$programs" "$base/agents"; do
            [ ! -d "$each" ] || freed=$((freed + $(kib_of "$each")))
            rm -rf "$each"
        done
        rmdir "$jobs" "$base" 2>/dev/null
    fi
    say running $running
    say freed_kib $freed
}
answer() {
    [ -n "${HOME:-}" ] || refuse home
    echo fusescope-answer
    "$@"
}
