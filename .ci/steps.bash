# Runs the steps of .ci/run and .ci/nightly: each prints how long it took, and one that does not end as expected ends all.
cd "$(dirname "${BASH_SOURCE[0]}")/.."

steps=()
flaky=
reports=deploy/demo/target/failsafe-reports

# expect CODE COMMAND...
expect() {
    local wanted=$1 code=0 begin=$SECONDS used
    shift
    printf '\n== %s (expecting exit code %s)\n' "$*" "$wanted"
    used=$(processor_time)
    "$@" </dev/null || code=$?
    steps+=("$(printf '%4d s, %5d s of processor time: %s' $((SECONDS - begin)) $(($(processor_time) - used)) "$*")")
    printf '== %s\n' "${steps[-1]}"
    if [ "$code" -ne "$wanted" ]; then
        refuse "$* ended with exit code $code instead of $wanted"
    fi
}

# The seconds that ended children of this shell have used so far.
processor_time() {
    local ticks
    read -r -a ticks <"/proc/$$/stat" 2>/dev/null || ticks=()
    echo $(((${ticks[15]:-0} + ${ticks[16]:-0}) / $(getconf CLK_TCK)))
}

refuse() {
    printf 'Cannot accept: %s.\n' "$1" >&2
    exit 1
}

# Prints what the tests on real servers came to; none may be skipped. Those that passed only when they were run again are listed.
servers_tested() {
    local summary=$reports/failsafe-summary.xml
    local ran skipped
    ran=$(sed -n 's|.*<completed>\([0-9]*\)</completed>.*|\1|p' "$summary")
    skipped=$(sed -n 's|.*<skipped>\([0-9]*\)</skipped>.*|\1|p' "$summary")
    printf '\nOn real servers: %s tests ran, %s were skipped.\n' "$ran" "$skipped"
    flaky=$(find "$reports" -name 'TEST-*.xml' -exec awk '
        function value(name) { return match($0, " " name "=\"[^\"]*\"") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4) : "" }
        /<testcase / { test = value("classname") "." value("name") }
        /<flaky(Failure|Error)/ { print "  " test ": " value("message") }' {} + | sort)
    if [ "${ran:-0}" -eq 0 ] || [ "${skipped:-1}" -ne 0 ]; then
        refuse "no test on real servers may be skipped, and one has to run. See $reports"
    fi
}

# The last lines: the time of each step, and which tests had to be run again.
ended() {
    printf '\n'
    printf '%s\n' "${steps[@]}"
    printf 'Flaky:%s\n' "${flaky:+
$flaky}"
    printf '%s s in all. All as expected.\n' "$SECONDS"
}

# The cases that lie beside the project, if they do, instead of its own.
options=()
if [ -d ../shared/conformance ]; then
    options+=("-Dsluice.conformance=$(cd ../shared/conformance && pwd)")
fi
