"""The driver that reads keys."""

from textual.driver import Driver


def forgiving(driver: type[Driver]) -> type[Driver]:
    """Return a driver that goes on reading after bytes that are not UTF-8, such as those of a stray paste.

    Textual ends the program on them.  What was read together with such a byte is dropped.
    """
    if not hasattr(driver, "run_input_thread"):
        return driver  # in tests, in a browser, or on a system that delivers text

    class Forgiving(driver):  # type: ignore[valid-type,misc]  # the base class is known only now
        def run_input_thread(self) -> None:
            """Read until the program ends."""
            while True:
                try:
                    super().run_input_thread()
                    return
                except UnicodeDecodeError:
                    continue

    return Forgiving
