"""A bot that hears no more.

tries: to close its stdin in its first turn, answering blindly from then on
must:  the referee isn't blocked; the bot's time runs out or its process ends
expect: loses timeout | loses exit
"""
import os
import time
import zoo


def attack():
    os.close(0)
    zoo.say("move " + zoo.legal)
    time.sleep(8)
    os._exit(0)


zoo.play(go=attack)
