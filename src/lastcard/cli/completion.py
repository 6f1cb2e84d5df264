"""lastcard completion: complete commands, options and their values in bash, zsh and fish."""

from argparse import Action, Namespace
from collections.abc import Callable, Iterator
from importlib import import_module

from ..bots import bot_names
from ..rules import PRESETS
from ..rules.options import OPTIONS
from .parts import Parser, Subparsers, add_command

_ABOUT = "Print a script that completes commands, options and their values. Load it in the start-up file of your shell."
_EXAMPLES = """\
lastcard completion bash
lastcard completion zsh
lastcard completion fish
"""
_SHELLS = ("bash", "zsh", "fish")
_BASH = """\
# bash: add this line to ~/.bashrc:  source <(lastcard completion bash)
_lastcard_list() {{  # one of $1; then, after each $2, one of $3 or again of $1
    local word=${{COMP_WORDS[COMP_CWORD]}} before=
    case "$word" in *"$2"*) before=${{word%"$2"*}}$2 ;; esac
    [ -n "$before" ] && set -- "${{3:-$1}}" "$2"
    compopt -o nospace 2>/dev/null
    COMPREPLY=($(compgen -P "$before" -W "$1" -- "${{word##*"$2"}}"))
}}
_lastcard() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command=${{COMP_WORDS[1]}}
    if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W "{commands}" -- "$word"))
        return
    fi
    case "$command $before" in
{values}
    esac
    case "$command" in
        help) COMPREPLY=($(compgen -W "{commands}" -- "$word")); return ;;
{options}
    esac
    [ ${{#COMPREPLY[@]}} -eq 0 ] && COMPREPLY=($(compgen -f -- "$word"))
}}
complete -o filenames -F _lastcard lastcard
"""
_ZSH = """\
# zsh: add this line to ~/.zshrc, after compinit:  source <(lastcard completion zsh)
autoload -U +X bashcompinit && bashcompinit
"""


def add(subparsers: Subparsers) -> None:
    """Register the command."""
    parser = add_command(subparsers, "completion", run, about=_ABOUT, examples=_EXAMPLES)
    parser.add_argument("shell", metavar="SHELL", choices=_SHELLS, help="bash, zsh or fish")


def run(args: Namespace) -> int:
    """Print the script."""
    print(_fish() if args.shell == "fish" else (_ZSH if args.shell == "zsh" else "") + _bash(), end="")
    return 0


def _parsers() -> Iterator[tuple[str, str, Parser]]:
    """Yield every command with its summary and its parser."""
    from . import COMMANDS

    for name, summary in COMMANDS.items():
        parser = Parser(prog="lastcard")
        import_module(f".{name}", __package__).add(parser.add_subparsers())
        yield name, summary, parser.command_parser(name)


def _values(action: Action) -> list[str]:
    """Return the words that an option or argument takes, if they can be listed."""
    if action.choices is not None:
        return [str(choice) for choice in action.choices]
    return _KNOWN.get(action.dest, ("", list[str]))[1]()


def _separator(action: Action) -> str:
    """Return what stands between several words of a value; an empty text if there is only one."""
    return "" if action.choices is not None else _KNOWN.get(action.dest, ("", list[str]))[0]


def _house_rules() -> list[str]:
    """Return what may follow a preset after a plus sign; a number is left to the person."""
    return [option.usage.partition("[")[0].removesuffix("N") for option in OPTIONS.values()]


_KNOWN: dict[str, tuple[str, Callable[[], list[str]]]] = {
    "rules": ("+", lambda: list(PRESETS)),
    "diff": ("+", lambda: list(PRESETS)),
    "id": ("+", lambda: list(PRESETS)),
    "bots": (",", lambda: list(bot_names())),
}


def _bash() -> str:
    values, options, commands = [], [], ["help"]
    for name, _, parser in _parsers():
        commands.append(name)
        words = list(parser.options)
        for action in parser._actions:
            if not _values(action):
                continue
            before = action.option_strings or [name]  # an argument follows the command
            after = "|".join(f'"{name} {text}"' for text in before)
            extra = words if not action.option_strings else []
            values.append(f"        {after}) {_bash_reply(action, extra)}; return ;;")
        options.append(f'        {name}) COMPREPLY=($(compgen -W "{" ".join(words)}" -- "$word")) ;;')
    return _BASH.format(commands=" ".join(commands), values="\n".join(values), options="\n".join(options))


def _bash_reply(action: Action, extra: list[str]) -> str:
    """Return what offers the words of an option or argument, and others that may stand there."""
    offered = " ".join([*_values(action), *extra])
    if not (separator := _separator(action)):
        return f'COMPREPLY=($(compgen -W "{offered}" -- "$word"))'
    more = f' "{" ".join(_house_rules())}"' if separator == "+" else ""
    return f'_lastcard_list "{offered}" "{separator}"{more}'


def _fish() -> str:
    lines = ["# fish: save this as ~/.config/fish/completions/lastcard.fish"]
    lines.append("complete -c lastcard -n __fish_use_subcommand -a help -d 'show help on a command'")
    names = []
    for name, summary, parser in _parsers():
        names.append(name)
        lines.append(f"complete -c lastcard -n __fish_use_subcommand -a {name} -d {_quoted(summary)}")
        for action in parser._actions:
            lines += _fish_lines(name, action)
    lines.append(f"complete -c lastcard -n '__fish_seen_subcommand_from help' -xa {_quoted(' '.join(names))}")
    return "\n".join(lines) + "\n"


def _fish_lines(command: str, action: Action) -> Iterator[str]:
    here = f"complete -c lastcard -n '__fish_seen_subcommand_from {command}'"
    offered = f" -xa {_quoted(_fish_words(action))}" if _values(action) else ""
    for text in action.option_strings:
        kind = f"-l {text[2:]}" if text.startswith("--") else f"-s {text[1:]}"
        takes = "" if offered or action.nargs == 0 else " -r"
        yield f"{here} {kind}{takes}{offered} -d {_quoted(action.help or '')}"
    if not action.option_strings and offered:
        yield f"{here}{offered}"


def _fish_words(action: Action) -> str:
    """Return the words that are offered; several of them may stand behind each other."""
    separator = _separator(action)
    words = " ".join([*_values(action), *(_house_rules() if separator == "+" else ())])
    return f'(__fish_complete_list {separator} "string split \\" \\" \\"{words}\\"")' if separator else words


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
