"""Counters for Prometheus.  They count messages and tables, never cards."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram


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
