#!/bin/sh
# A bot in a shell: it takes the first option, whatever it is. The number of a question stands near its beginning.
#
# dicecup arena yahtzee --seats "exec:sh examples/bots/zero.sh,easy"
while IFS= read -r line; do
    case $line in
    '{"type":"hello"'*) echo '{"type":"hello","protocol":1,"name":"Zero"}' ;;
    '{"type":"decide"'*)
        number=${line#*'"n":'}
        echo "{\"n\":${number%%,*},\"option\":0}"
        ;;
    '{"type":"bye"'*) exit ;;
    esac
done
