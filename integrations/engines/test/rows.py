"""Prints the rows of a run of 2048, without what differs between engines: rows.py RUN"""
import sqlite3
import sys

COLUMNS = "level, agent, game, outcome, score, moves, m_merged, m_merged_sum, m_best"
for row in sqlite3.connect(f"{sys.argv[1]}/results.sqlite").execute(
        f"SELECT {COLUMNS} FROM results ORDER BY level, agent, game"):
    print(*row)
