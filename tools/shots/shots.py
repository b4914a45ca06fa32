#!/usr/bin/env python3
"""Takes pictures of reports in headless Chromium and checks that they can be read.

usage: shots.py [--out DIR] [--no-pictures] REPORT.html ...

Each report is opened at 390 and 1,440 pixels, light and dark, every section unfolded. What is
checked: no horizontal scroll, nothing cut off on a phone, no text under 11 pixels, contrast of at
least 4.5, no error on the console, no request. Exits 1 and names what fails.
"""

import argparse
import os
import sys
import time

from browser import Browser, BrowserError

WINDOWS = [(390, 844), (1440, 900)]
SCHEMES = ["light", "dark"]
LEAST_TEXT = 11
LEAST_CONTRAST = 4.5
# What one check lists at most.
SHOWN = 6

OPEN_ALL = """(async function () {
  document.querySelectorAll('details').forEach(function (part) {
    if (part.id !== 'contents') part.open = true;
  });
  document.querySelectorAll('[data-film]').forEach(function (button, place) {
    if (place < 3) button.click();
  });
  scrollTo(0, 0);
  await new Promise(function (done) { setTimeout(done, 150); });
})()"""


def checks():
    here = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(here, "checks.js"), encoding="utf-8") as file:
        return file.read().replace("MINIMUM", str(LEAST_TEXT)).replace(
            "LEAST)", f"{LEAST_CONTRAST})")


def look(browser, report, out, script, takes_pictures):
    """What is wrong with a report, a line each."""
    failures = []
    stem = os.path.splitext(os.path.basename(report))[0]
    if stem == "report":
        stem = os.path.basename(os.path.dirname(os.path.abspath(report)))
    for width, height in WINDOWS:
        for scheme in SCHEMES:
            begun = time.monotonic()
            browser.show(report, width, height, scheme)
            seconds = time.monotonic() - begun
            if takes_pictures:
                browser.picture(os.path.join(out, f"{stem}-{width}-{scheme}-top.png"), height)
            browser.run(OPEN_ALL)
            found = browser.run(script)
            found["the browser says"] = browser.complaints()
            where = f"{report} at {width} px, {scheme}"
            for kind, places in found.items():
                for place in places[:SHOWN]:
                    failures.append(f"{where}: {kind}: {place}")
                if len(places) > SHOWN:
                    failures.append(f"{where}: {kind}: and {len(places) - SHOWN} more")
            if takes_pictures:
                browser.picture(os.path.join(out, f"{stem}-{width}-{scheme}.png"))
            print(f"{where}: opened in {seconds:.2f} s, "
                  f"{sum(len(places) for places in found.values())} findings", flush=True)
    return failures


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("reports", nargs="+", metavar="REPORT.html")
    arguments.add_argument("--out", default="Reports/shots", help="where the pictures go")
    arguments.add_argument("--no-pictures", action="store_true", help="only check")
    options = arguments.parse_args()
    for report in options.reports:
        if not os.path.isfile(report):
            sys.exit(f"shots: {report}: no such file; make it with `playtest run`")
    os.makedirs(options.out, exist_ok=True)
    failures = []
    try:
        with Browser() as browser:
            for report in options.reports:
                failures += look(
                    browser, report, options.out, checks(), not options.no_pictures)
    except BrowserError as error:
        sys.exit(f"shots: {error}")
    for failure in failures:
        print(f"shots: {failure}", file=sys.stderr)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
