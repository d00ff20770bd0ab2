# The common parts of the gate (.ci/run) and Scripts/nightly: steps with their times, two lanes, and missing packages.
# Source it with bash in the package's root. First set `records` to a folder for the output of the steps, and `patience`
# to the time limit of a step in seconds. A step that hangs is then ended and reported.

# One setting for all builds, so they share their products.
export SIDEREAL_WARNINGS=errors

# The folder of the static program that operators get.
optimized=.build/optimized
siderealctl=$optimized/release/siderealctl
benchmarks=$optimized/release/SiderealBenchmarks

rm -rf "$records" && mkdir -p "$records"

step() {  # step NAME COMMAND...: runs the command, prints its output, records its time, returns its status
    local name=$1 log begun=$SECONDS status=0 work watch flags=$-
    shift
    log=$records/${name//[ \/]/-}.log
    printf -- '-- %s (begins at %d s)\n' "$name" "$SECONDS"
    # In a list of commands with "||", bash would not let a failure end a function. The command has its own process
    # group, so the time limit ends all of it.
    set +e -m
    (set -e; "$@") >"$log" 2>&1 </dev/null & work=$!
    { sleep "$patience" && echo "it was ended after $patience s" >>"$log" && kill -TERM -- "-$work"; } &>/dev/null & watch=$!
    set +m
    trap 'kill -TERM -- "-$work" "-$watch" 2>/dev/null; exit 143' TERM
    wait "$work"
    status=$?
    trap - TERM
    kill -TERM -- "-$watch" 2>/dev/null
    [[ $flags != *e* ]] || set -e
    { flock 9 && printf '\n== %s (%d s)\n' "$name" $((SECONDS - begun)) && cat "$log"; } 9>"$records/lock"
    note $((SECONDS - begun)) "$name$([ "$status" = 0 ] || echo ': FAILED')" >>"$records/times"
    [ "$status" = 0 ] || printf '\n== FAILED with status %d: %s\n' "$status" "$name"
    return "$status"
}

note() { printf '%3d min %02d s  %s\n' $(($1 / 60)) $(($1 % 60)) "$2"; }

lanes() {  # lanes FUNCTION FUNCTION: both beside each other, each a process group; the first that fails ends the other
    local lane
    set -m
    for lane; do "$lane" & running+=($!); done
    set +m
    for lane; do wait -n; done
    running=()
}

running=()
finish() {  # at the end of the script: ends what a failure has left running, and prints how long each step took
    local lane
    for lane in ${running[@]+"${running[@]}"}; do kill -TERM -- "-$lane" 2>/dev/null || true; done
    printf '\n== each step, in the order in which they ended\n'
    cat "$records/times"
    note "$SECONDS" "all"
}
trap finish EXIT

need() {  # need PACKAGE:COMMAND...: installs the Debian packages whose command is missing
    local pair missing=()
    for pair; do command -v "${pair#*:}" >/dev/null || missing+=("${pair%:*}"); done
    [ ${#missing[@]} = 0 ] || install "${missing[@]}"
    # A module of Python that Debian keeps apart.
    python3 -c "import ensurepip" 2>/dev/null || install python3-venv
    # A header, for the examples.
    [ -e /usr/include/sqlite3.h ] || install libsqlite3-dev
    swift --version 2>&1 | head -n 1
}
install() {
    apt-get install -y --no-install-recommends "$@" >/dev/null 2>&1 ||
        { apt-get update >/dev/null && apt-get install -y --no-install-recommends "$@" >/dev/null; }
}

build_optimized() {  # linked as for operators; one product after the other, since the tests' own library can't be static
    local product
    for product in siderealctl SiderealBenchmarks; do
        SIDEREAL_FOUNDATION=essentials swift build -c release --static-swift-stdlib --scratch-path "$optimized" \
            --product "$product"
    done
}
