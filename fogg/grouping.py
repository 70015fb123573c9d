"""A group of commands that tells of a command that is not there which one was meant."""

from __future__ import annotations

import click


class SuggestingGroup(click.Group):
    """A group whose commands are suggested for what is none of them."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        known = self.list_commands(ctx)
        if args and args[0] not in known:
            import difflib

            close = difflib.get_close_matches(args[0], known, n=1)
            hint = f"; did you mean {close[0]!r}?" if close else f"; there are {', '.join(known)}"
            ctx.fail(f"there is no command {args[0]!r}{hint}")
        return super().resolve_command(ctx, args)
