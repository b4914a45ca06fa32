"""Random decisions per second in OpenSpiel's 2048, which is C++, from Python: pip install open_spiel."""
import random
import statistics
import time

import pyspiel

game = pyspiel.load_game("2048")
random.seed(1)
rates = []
for _ in range(5):
    begin, decisions = time.process_time(), 0
    while time.process_time() - begin < 1:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, shares = zip(*state.chance_outcomes())
                state.apply_action(random.choices(outcomes, shares)[0])
            else:
                moves = state.legal_actions()
                state.apply_action(moves[random.randrange(len(moves))])
                decisions += 1
    rates.append(decisions / (time.process_time() - begin))
rate = statistics.median(rates)
print(f"{rate:.0f} decisions/s, {1e6 / rate:.1f} us each")
