"""`lastcard serve`: tables for people and bots over the network."""

from argparse import Namespace
from pathlib import Path

from .parts import Subparsers, add_command, whole_number

_ABOUT = """\
Serve online tables for people and bots.  All of them are in one file, and a move is acknowledged once it is on disk.
Stop the server with Ctrl+C or SIGTERM; tables go on where they were when it starts again.

Each setting can also be given in the environment: --data as LASTCARD_DATA, --secure as LASTCARD_SECURE=1, and so on.
A flag wins.  docs/server.md describes the protocol and how to put the server behind TLS."""

_EXAMPLES = """
lastcard serve
lastcard serve --host 0.0.0.0 --port 8080 --data /var/lib/lastcard/tables.db
lastcard serve --secure --proxy 127.0.0.1 --metrics 8001
LASTCARD_DATA=tables.db lastcard serve
"""


def add(subparsers: Subparsers) -> None:
    """Define the arguments."""
    parser = add_command(subparsers, "serve", run, about=_ABOUT, examples=_EXAMPLES)
    parser.add_argument("--host", metavar="ADDRESS", help="the address to listen on (127.0.0.1)")
    parser.add_argument("--port", type=whole_number, metavar="N", help="the port (8000); 0 picks a free one")
    parser.add_argument("--data", type=Path, metavar="FILE", help="the file that holds all tables (lastcard.db)")
    parser.add_argument("--backups", type=Path, metavar="FOLDER", help="where SIGUSR1 puts a copy of it (backups)")
    parser.add_argument("--hosts", metavar="NAME,...", help="public names of the server, such as cards.example")
    parser.add_argument("--origins", metavar="URL,...", help="other sites whose pages may connect")
    parser.add_argument("--secure", action="store_true", default=None, help="send cookies over HTTPS only")
    parser.add_argument("--proxy", metavar="ADDRESS,...", help="proxies that may say which address a client has")
    parser.add_argument("--metrics", type=whole_number, metavar="N", help="serve Prometheus metrics on this port")
    parser.add_argument("--metrics-host", metavar="ADDRESS", help="the address to serve metrics on (127.0.0.1)")
    parser.add_argument("--thinkers", type=whole_number, metavar="N", help="how many bots may think at once (2)")
    parser.add_argument("--haste", type=float, metavar="X", help="multiply windows and bots' pauses, for tests (1)")
    parser.add_argument("--patience", type=float, metavar="X", help="multiply the time people have, for tests (1)")
    parser.add_argument("--limits", type=float, metavar="X", help="multiply the limits of messages, for tests (1)")
    parser.add_argument("--keep-days", type=whole_number, metavar="N", help="delete matches N days after their end")
    parser.add_argument("--quota", type=whole_number, metavar="MB", help="megabytes the data may take (10000); 0: any")
    parser.add_argument("--accept-loss", action="store_true", default=None, help="start though the journal is missing")
    parser.add_argument("--open", action="store_true", default=None, help="open the page in the browser")
    parser.add_argument("--log", choices=("debug", "info", "warning", "error"), help="what to log (info)")


def run(args: Namespace) -> int:
    """Run the server until it is stopped."""
    from ..online.server.operations.config import Config
    from ..online.server.operations.serve import run as serve

    return serve(Config.read(args))
