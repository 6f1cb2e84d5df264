"""Settings, the process, counters."""
