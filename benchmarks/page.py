"""Measure the page in real Chromium: frames while cards fly, the way from a push to the screen, and the first load.

    make bench-page          prints what it finds
    python benchmarks/page.py --write      also writes it into benchmarks/results.md

One person and nine bots play at a table of ten.  Frames are those that Chromium's trace says were drawn.
"""

import argparse
import gzip
import json
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Response, sync_playwright

from results import machine, write_part

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from online import ServerProcess  # noqa: E402
from page_person import Person  # noqa: E402

FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline.frame", "blink.user_timing"]
WATCH = """(() => {
  // Marks in the trace: when something happened at the table and when it was drawn; when cards begin and end to fly.
  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", event => {
        const {t, v, at} = JSON.parse(event.data);
        if (t !== "ev") return;
        performance.mark(`heard ${v} ${Date.now() - at}`);
        requestAnimationFrame(() => setTimeout(() => performance.mark(`drawn ${v}`)));
      });
    }
  };
  let flying = false;
  addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
    const now = document.querySelector(".flight") !== null;
    if (now !== flying) performance.mark(now ? "flights begin" : "flights end");
    flying = now;
  }).observe(document.body, {childList: true}));
})()"""


def first_load(browser: Browser, url: str) -> tuple[int, float]:
    """Return the compressed bytes of scripts, styles and fonts, and the seconds until home can be used."""
    ann = Person(browser, url, "Ann")
    responses: list[Response] = []
    ann.page.on("response", lambda response: responses.append(response))
    began = time.perf_counter()
    ann.page.goto(url)
    ann.button("Play now").wait_for()
    took = time.perf_counter() - began
    ann.page.wait_for_load_state("networkidle")
    counted = [one for one in responses if one.url.endswith((".js", ".css", ".woff2"))]
    size = sum(len(gzip.compress(one.body(), 9)) for one in counted)
    ann.close()
    return size, took


def play(browser: Browser, url: str, seconds: float, trace: Path) -> list[dict[str, Any]]:
    """Play at a table of ten, and return the events of the trace."""
    ann = Person(browser, url, "Ann")
    ann.page.add_init_script(WATCH)
    ann.sit_at(rules="juno-serious", seats=10)
    ann.start_with_bots()
    browser.start_tracing(page=ann.page, path=trace, categories=CATEGORIES)
    end = time.monotonic() + seconds
    while time.monotonic() < end and not ann.is_over():
        ann.move()
        ann.page.wait_for_timeout(100)
    browser.stop_tracing()
    ann.close()
    events: list[dict[str, Any]] = json.loads(trace.read_text())["traceEvents"]
    return sorted(events, key=lambda event: event.get("ts", 0))


def flights(events: list[dict[str, Any]]) -> Iterator[tuple[float, float]]:
    """Yield when cards flew, in microseconds of the trace."""
    began = None
    for event in events:
        if event["name"] == "flights begin":
            began = event["ts"]
        elif event["name"] == "flights end" and began is not None:
            yield began, event["ts"]
            began = None


def frame_rates(events: list[dict[str, Any]]) -> tuple[float, float, int]:
    """Return the frames a second while cards flew, the longest time between two, and how many flights there were."""
    drawn = [event["ts"] for event in events if event["name"] == "DrawFrame"]
    frames, spent, longest, count = 0, 0.0, 0.0, 0
    for began, ended in flights(events):
        within = [began, *(ts for ts in drawn if began <= ts <= ended), ended]
        frames += len(within) - 2
        spent += ended - began
        longest = max(longest, *(b - a for a, b in zip(within, within[1:], strict=False)))
        count += 1
    return frames / (spent / 1e6), longest / 1e6, count


def delays(events: list[dict[str, Any]]) -> list[float]:
    """Return the seconds from when something was saved by the server until it was drawn, for each push, sorted."""
    marks = [(event["name"].split(), event["ts"]) for event in events if event["name"].startswith(("heard ", "drawn "))]
    heard = {words[1]: (ts, int(words[2])) for words, ts in marks if words[0] == "heard"}
    found = [(ts - heard[words[1]][0]) / 1e6 + heard[words[1]][1] / 1e3
             for words, ts in marks if words[0] == "drawn" and words[1] in heard]  # fmt: skip
    return sorted(found)


def measure(seconds: float) -> list[str]:
    """Measure, and return what was found."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        with ServerProcess(folder / "tables.db", haste=0.3) as server:
            size, took = first_load(browser, server.url)
            events = play(browser, server.url, seconds, folder / "trace.json")
        version = browser.version
        browser.close()
    rate, longest, count = frame_rates(events)
    waits = delays(events)
    return [
        f"`make bench-page` on: {machine()}, Chromium {version} without a graphics card, "
        "shared by the browser and the server",
        "",
        f"- frames while cards fly at 10 seats: {rate:.0f} a second in {count} flights, "
        f"the longest pause between two {longest * 1e3:.0f} ms (wanted: 60)",
        f"- from the server's entry to the screen: {median(waits) * 1e3:.0f} ms in the median, "
        f"{waits[int(len(waits) * 0.99)] * 1e3:.0f} ms for 99 of 100, {waits[-1] * 1e3:.0f} ms at most, "
        f"of {len(waits)} (wanted: never more than 500 ms)",
        f"- first load: {size / 1000:.0f} KB of compressed scripts, styles and fonts (wanted: at most 200); "
        f"home can be used after {took * 1e3:.0f} ms",
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a few seconds, to see that it runs")
    parser.add_argument("--write", action="store_true", help="also write into benchmarks/results.md")
    args = parser.parse_args()
    lines = measure(6 if args.quick else 40)
    print("\n".join(lines))
    if args.write:
        write_part("The page", lines)


if __name__ == "__main__":
    main()
