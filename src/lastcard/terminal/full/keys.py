"""What reads the keys."""

from textual.driver import Driver


def forgiving(driver: type[Driver]) -> type[Driver]:
    """Return a driver that goes on reading after bytes that are not UTF-8, such as those of a stray paste.

    Textual ends the program on them.  What was read together with such a byte is dropped.
    """
    if not hasattr(driver, "run_input_thread"):
        return driver  # of tests, of a browser, or of a system that gives text

    class Forgiving(driver):  # type: ignore[valid-type,misc]  # which one it is, is known only now
        def run_input_thread(self) -> None:
            """Read until the program ends."""
            while True:
                try:
                    super().run_input_thread()
                    return
                except UnicodeDecodeError:
                    continue

    return Forgiving
