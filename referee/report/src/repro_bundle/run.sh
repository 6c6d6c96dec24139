#!/bin/sh
# Tells a bot again what was told in the game, line by line, and compares its answers with those of
# then. Needs nothing but a shell:  ./run.sh ./mybot   or   ./run.sh python3 bot.py
if [ $# -eq 0 ]; then
    echo "usage: ./run.sh COMMAND, such as ./run.sh ./mybot or ./run.sh python3 bot.py" >&2
    exit 2
fi
here=$(cd "$(dirname "$0")" && pwd) || exit 2
files=$(mktemp -d) || exit 2
limit=@LIMIT@ # seconds for an answer
bot= watch= different=0 number=0

# Ends the bot if it takes too long. Nothing of this shell's may be held open meanwhile.
guard() {
    (
        left=$limit
        while [ "$left" -gt 0 ]; do
            sleep 1
            left=$((left - 1))
        done
        : >"$files/late"
        kill -9 "$bot"
    ) >/dev/null 2>&1 3>&- 4<&- 5<&- 6<&- &
    watch=$!
}
unguard() {
    # A shell that has only begun may lose any other signal.
    kill -9 "$watch" 2>/dev/null
    wait "$watch" 2>/dev/null
    watch=
}
leave() {
    [ -n "$watch" ] && kill -9 "$watch" 2>/dev/null
    [ -n "$bot" ] && kill -9 "$bot" 2>/dev/null
    rm -rf "$files"
}
trap leave EXIT
trap 'exit 130' INT TERM HUP

# The next line of the bot that says something: "ready", "move WORD" or "resign".
reply() {
    while IFS= read -r line <&4; do
        line=$(printf '%s\n' "$line" | tr '\r\t' '  ' | sed 's/^ *//; s/ *$//; s/  */ /g')
        case $line in
            '{'*'"info"'*) continue ;;
            '{'*'"ready"'*) line=ready ;;
            '{'*'"resign"'*) line=resign ;;
            '{'*'"move"'*)
                line=$(printf '%s\n' "$line" | sed 's/.*"move" *: *"\([^"]*\)".*/move \1/')
                ;;
        esac
        case $line in
            move | 'move '*) printf '%s\n' "$line" | cut -d' ' -f1,2 && return ;;
            ready | 'ready '* | resign | 'resign '*) printf '%s\n' "${line%% *}" && return ;;
        esac
    done
}
# Waits for a reply, and says instead how the bot failed to give one.
wait_for_reply() {
    guard
    now=$(reply)
    unguard
    if [ -z "$now" ]; then
        now="# its output ended"
        [ -e "$files/late" ] && now="# no answer in $limit s"
    fi
}

mkfifo "$files/in" "$files/out" || exit 2
"$@" <"$files/in" >"$files/out" &
bot=$!
exec 3>"$files/in" 4<"$files/out" 5<"$here/input.txt" 6<"$here/expected.txt"
trap '' PIPE

while IFS= read -r told <&5; do
    printf '%s\n' "$told" 2>/dev/null >&3 || break
    case $told in
        'hello '*)
            wait_for_reply
            [ "$now" = ready ] || { echo "not ready: ${now#\# }"; different=1; break; }
            ;;
        go | 'go '* | '{"type":"go"'*)
            number=$((number + 1))
            IFS= read -r past <&6
            wait_for_reply
            # Where nothing came then, it is the same that nothing comes now.
            mark=
            case "$past/$now" in
                "#"*/"#"*) ;;
                *) [ "$past" = "$now" ] || { mark="   <- different"; different=1; } ;;
            esac
            echo "$number  then: $past   now: $now$mark"
            case $now in "#"*) break ;; esac
            ;;
    esac
done
exec 3>&-
# A question that was never put is an answer that is missing.
while IFS= read -r past <&6; do
    case $past in "#"*) ;; *) different=1 ;; esac
done
guard
wait "$bot" 2>/dev/null
status=$?
bot=
unguard
echo "the bot ended with status $status"
if [ "$different" -eq 0 ]; then echo "the same as then"; else echo "different from then"; fi
exit "$different"
