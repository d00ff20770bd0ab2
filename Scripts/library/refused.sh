# To be sourced with bash, by a script that has a folder `work`.
refused() {  # refused WHAT WHY COMPILER...: a planted mistake must be refused, and for that reason
    local what=$1 why=$2
    shift 2
    if "$@" 2>"$work/errors" || ! grep -q "$why" "$work/errors"; then
        echo "${0##*/}: let pass, or refused for another reason: $what" >&2
        cat "$work/errors" >&2
        exit 1
    fi
    echo "${0##*/}: refused as it should be: $what"
}
