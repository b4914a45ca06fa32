"""CPU nanoseconds per random move of OpenSpiel's games, from Python: pip install open_spiel.

    openspiel.py SECONDS GAME...

python_tic_tac_toe is written in Python, the others in C++.
"""
import random
import sys
import time

import pyspiel
import open_spiel.python.games  # noqa: F401  registers those in Python

random.seed(1)
for name in sys.argv[2:]:
    game = pyspiel.load_game(name)
    begin, moves = time.process_time(), 0
    while time.process_time() - begin < float(sys.argv[1]):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, shares = zip(*state.chance_outcomes())
                state.apply_action(random.choices(outcomes, shares)[0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[random.randrange(len(actions))])
                moves += 1
    print(f"{1e9 * (time.process_time() - begin) / moves:.0f}")
