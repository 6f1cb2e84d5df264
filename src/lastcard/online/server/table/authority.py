"""Who may do what when.  Everything that a command's terms do not list is refused."""

from ... import protocol as p


def check(command: p.Command, phase: p.Phase, role: p.Role) -> None:
    """Raise Refusal unless a role may give a command in a phase."""
    terms = p.COMMANDS[type(command)]
    if phase == "ended":
        raise p.Refusal("ended", "the table is closed")
    if phase not in terms.may:
        raise p.Refusal("not-now", f"this is not possible while the table is {phase}")
    if role == "left":
        if not terms.also_left:
            raise p.Refusal("not-you", "you have left this match")
    elif role not in terms.may[phase]:
        host_only, spectator = terms.may[phase] == p.HOST, role == "visitor"
        other = "you have no seat here" if spectator else "you have a seat already"
        raise p.Refusal("not-you", "only the host may do this" if host_only else other)
