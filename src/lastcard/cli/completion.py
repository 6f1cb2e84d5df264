"""lastcard completion: complete commands, options and their values in bash, zsh and fish."""

from argparse import Action, Namespace
from collections.abc import Iterator
from importlib import import_module

from ..bots import bot_names
from ..rules import PRESETS
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
    known = {"rules": list(PRESETS), "bots": bot_names(), "diff": list(PRESETS), "id": list(PRESETS)}
    return list(known.get(action.dest, ()))


def _bash() -> str:
    values, options, commands = [], [], ["help"]
    for name, _, parser in _parsers():
        commands.append(name)
        words = list(parser.options)
        for action in parser._actions:
            offered = " ".join(_values(action))
            if offered and action.option_strings:
                after = "|".join(f'"{name} {text}"' for text in action.option_strings)
                values.append(f'        {after}) COMPREPLY=($(compgen -W "{offered}" -- "$word")); return ;;')
            elif offered:
                words += offered.split()
        options.append(f'        {name}) COMPREPLY=($(compgen -W "{" ".join(words)}" -- "$word")) ;;')
    return _BASH.format(commands=" ".join(commands), values="\n".join(values), options="\n".join(options))


def _fish() -> str:
    lines = ["# fish: save this as ~/.config/fish/completions/lastcard.fish"]
    for name, summary, parser in _parsers():
        lines.append(f"complete -c lastcard -n __fish_use_subcommand -a {name} -d {_quoted(summary)}")
        for action in parser._actions:
            lines += _fish_lines(name, action)
    return "\n".join(lines) + "\n"


def _fish_lines(command: str, action: Action) -> Iterator[str]:
    here = f"complete -c lastcard -n '__fish_seen_subcommand_from {command}'"
    offered = f" -xa {_quoted(' '.join(_values(action)))}" if _values(action) else ""
    for text in action.option_strings:
        kind = f"-l {text[2:]}" if text.startswith("--") else f"-s {text[1:]}"
        takes = "" if offered or action.nargs == 0 else " -r"
        yield f"{here} {kind}{takes}{offered} -d {_quoted(action.help or '')}"
    if not action.option_strings and offered:
        yield f"{here}{offered}"


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
