"""lastcard rules: rule sets in words."""

from argparse import Namespace

from .._util.called import command
from ..rules import PRESETS, Ruleset, describe, diff, house_rules
from ..rules.dimensions import write_value
from ..rules.words import option_lines
from .parts import Subparsers, add_command, add_deck, add_json, print_json

_ABOUT = """\
Show rule sets in words.  Without ID: the presets, and the options that change them.
An ID is a preset and, after each '+', an option or name=value.
"""
_EXAMPLES = """\
lastcard rules
lastcard rules juno-classic+jump-in
lastcard rules official+stack+hand=5 --diff official
"""


def add(subparsers: Subparsers) -> None:
    """Register the command."""
    parser = add_command(subparsers, "rules", run, about=_ABOUT, examples=_EXAMPLES)
    add_deck(parser)
    parser.add_argument("id", metavar="ID", nargs="?", help="a rule set, such as official+stack")
    parser.add_argument("--diff", metavar="ID", help="show how ID (default: official) differs from this rule set")
    add_json(
        parser,
        "print JSON instead. Without ID: all house rules. With ID: keys id, digest, dimensions, rules. "
        "With --diff: keys one, other, differences.",
    )


def run(args: Namespace) -> int:
    """Print the list, a rule set, or the differences between two."""
    if args.diff is not None:
        _show_difference(Ruleset.from_id(args.id or "official"), Ruleset.from_id(args.diff), args.json)
    elif args.id is not None:
        _show_rules(Ruleset.from_id(args.id), args.json)
    else:
        _show_list(args.json)
    return 0


def _show_list(as_json: bool) -> None:
    if as_json:
        print_json(house_rules())
        return
    print("Presets:")
    for name, preset in PRESETS.items():
        print(f"  {name:<15} {preset.title}. {preset.summary}")
    print("\nOptions, added with '+' (official+stack+hand=5):")
    for usage, summary in option_lines():
        print(f"  {usage:<17} {summary}")
    print(f"\n'{command('rules', 'ID')}' shows every rule of a rule set; each can be changed with name=value.")


def _show_rules(rules: Ruleset, as_json: bool) -> None:
    if as_json:
        dimensions = [
            {
                "id": line.id,
                "name": line.name,
                "value": write_value(line.name, getattr(rules, line.name)),
                "words": line.sentence,
                "matters": line.matters,
                "idle": line.idle,
            }
            for line in describe(rules)
        ]
        print_json({"id": rules.id, "digest": rules.digest, "dimensions": dimensions, "rules": rules.to_dict()})
        return
    print(rules.id)
    for line in describe(rules):
        print(f"  {line.id} {line.name:<18} {line.text}")


def _show_difference(one: Ruleset, other: Ruleset, as_json: bool) -> None:
    differences = diff(one, other)
    if as_json:
        print_json({"one": one.id, "other": other.id, "differences": [line._asdict() for line in differences]})
        return
    if not differences:
        print(f"{one.id} and {other.id} are the same rules")
    for line in differences:
        print(f"{line.id} {line.name}")
        print(f"  {one.id}: {line.one}")
        print(f"  {other.id}: {line.other}")
