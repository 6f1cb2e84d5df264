"""Counters for Prometheus.  They count messages and tables, never cards."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector

TIMES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)  # seconds


class Metrics:
    """The counters of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.sockets = Gauge("lastcard_sockets", "Open sockets", registry=self.registry)
        self.tables = Gauge("lastcard_tables", "Tables in memory", registry=self.registry)
        self.running = Gauge("lastcard_running_tables", "Tables that are not closed", registry=self.registry)
        self.commands = Counter("lastcard_commands", "Messages from clients, by kind", ["kind"], registry=self.registry)
        self.refused = Counter("lastcard_refused", "Commands refused, by code", ["code"], registry=self.registry)
        self.entries = Counter("lastcard_entries", "Entries saved and published", registry=self.registry)
        self.dropped = Counter("lastcard_dropped", "Sockets closed by the server, by code", ["code"],
                               registry=self.registry)  # fmt: skip
        self.broken = Counter("lastcard_broken_tables", "Tables that could not be restored", registry=self.registry)
        self.collector_pause = Gauge("lastcard_longest_gc_seconds", "Longest pause of Python's collector",
                                     registry=self.registry)  # fmt: skip
        self.http = Counter("lastcard_http", "HTTP answers, by status", ["status"], registry=self.registry)
        self.load_time = Histogram("lastcard_load_seconds", "Time to restore a table", registry=self.registry)
        self.command_time = Histogram("lastcard_command_seconds", "Time from a command until all are told",
                                      registry=self.registry, buckets=TIMES)  # fmt: skip
        self.commit_time = Histogram("lastcard_commit_seconds", "Time to save what waits", registry=self.registry,
                                     buckets=TIMES)  # fmt: skip
        self.lag = Histogram("lastcard_lag_seconds", "How late the event loop is, looked at every second",
                             registry=self.registry, buckets=TIMES)  # fmt: skip
        self.connections = Gauge("lastcard_connections", "Open connections, sockets and others",
                                 registry=self.registry)  # fmt: skip
        self.waiting_writes = Gauge("lastcard_waiting_writes", "Changes that wait to be saved", registry=self.registry)
        self.waiting_commands = Gauge("lastcard_waiting_commands", "Commands that wait at their tables",
                                      registry=self.registry)  # fmt: skip
        ProcessCollector(registry=self.registry)  # memory, descriptors and time of the process
