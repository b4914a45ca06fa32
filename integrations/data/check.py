"""Runs the blocks of docs/data.md in the current folder, where RUN is a run, and checks the results.

    check.py docs/data.md
"""

import csv
import json
import pathlib
import re
import sys

import duckdb
import pyarrow.parquet


def blocks(path):
    """The blocks between the two marks, as (language, text)."""
    text = pathlib.Path(path).read_text(encoding="utf-8")
    part = text.split("<!-- one-liners: ", 1)[1].split("<!-- end of one-liners -->", 1)[0]
    return re.findall(r"```(\w+)\n(.*?)```", part, re.S)


def figures():
    """The figures of summary.json by level and player."""
    found = {}
    for cell in json.loads(pathlib.Path("RUN/summary.json").read_text())["cells"]:
        share = cell["metrics"]["fallen_share"]
        rate = cell["passRate"]
        found[cell["level"], cell["agent"]] = (
            rate and rate["value"],
            share and share["value"],
        )
    return found


def expect(condition, what):
    if not condition:
        sys.exit(f"integrations/data: {what}")


def expect_figures(rows, what):
    wanted = figures()
    expect(len(rows) == len(wanted), f"{what}: {len(rows)} cells, not {len(wanted)}")
    for level, agent, *values in rows:
        for value, right in zip(values, wanted[level, agent]):
            is_none = value is None or value != value
            close = not is_none and right is not None and abs(value - right) < 1e-9
            expect(close or (is_none and right is None), f"{what}: {level}, {agent}: {value}, not {right}")


def expect_parquet(name, count):
    table = pyarrow.parquet.read_table(name)
    expect(table.num_rows == count, f"{name}: {table.num_rows} rows, not {count}")
    pathlib.Path(name).unlink()
    return {field.name: str(field.type) for field in table.schema}


def expect_types(types, what):
    for name, kind in [("game", "int"), ("m_fallen_share", "double"), ("points", "int"), ("angle", "double")]:
        if name in types:
            expect(types[name].startswith(kind), f"{what}: {name} is {types[name]}, not {kind}")


def connection():
    """A connection that can read SQLite: with the extension of its own, or that of the package."""
    connection = duckdb.connect()
    try:
        connection.sql("LOAD sqlite_scanner")
    except duckdb.Error:
        try:
            import duckdb_extensions

            duckdb_extensions.import_extension("sqlite_scanner", con=connection)
            connection.sql("LOAD sqlite_scanner")
        except (ImportError, duckdb.Error):
            try:
                connection.sql("INSTALL sqlite_scanner")
                connection.sql("LOAD sqlite_scanner")
            except duckdb.Error:
                return None
    return connection


def run_sql(text, games, moves):
    con = connection()
    if con is None:
        print("integrations/data: DuckDB's SQLite reader is missing and cannot be fetched; its block is not run")
        return None
    for statement in filter(None, (part.strip() for part in text.split(";"))):
        result = con.sql(statement)
        if "m_fallen_share" in statement:
            expect_figures(result.fetchall(), "DuckDB")
        elif "avg(points)" in statement:
            expect(len(result.fetchall()) > 5, "DuckDB: no points by turn")
    expect_types(expect_parquet("games.parquet", games), "DuckDB's games")
    expect_types(expect_parquet("moves.parquet", moves), "DuckDB's moves")
    return "DuckDB"


def run_python(text, games, moves):
    names = {}
    exec(compile(text, "docs/data.md", "exec"), names)
    if "pandas" in names:
        means = names["games"].groupby(["level", "agent"])[["passed", "m_fallen_share"]].mean()
        expect_figures([(*key, *row) for key, row in zip(means.index, means.to_numpy().tolist())], "pandas")
        expect(len(names["moves"]) == moves, "pandas: moves are missing")
        expect_types(expect_parquet("games.parquet", games), "pandas' games")
        return "pandas"
    polars = names["polars"]
    means = names["games"].group_by("level", "agent").agg(polars.col("passed", "m_fallen_share").mean())
    expect_figures(means.rows(), "polars")
    expect_types(expect_parquet("games.parquet", games), "polars' games")
    expect_types(expect_parquet("moves.parquet", moves), "polars' moves")
    return "polars"


def main():
    with open("RUN/moves.csv", newline="", encoding="utf-8") as file:
        moves = sum(1 for _ in csv.reader(file)) - 1
    games = sum(cell["games"] for cell in json.loads(pathlib.Path("RUN/summary.json").read_text())["cells"])
    found = blocks(sys.argv[1])
    expect([language for language, _ in found] == ["sql", "python", "python"], "the blocks are others")
    readers = [(run_sql if language == "sql" else run_python)(text, games, moves) for language, text in found]
    print(f"integrations/data: {games} games and {moves} moves read alike by {', '.join(filter(None, readers))}")


main()
