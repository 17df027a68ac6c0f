"""The command line: `python -m gptviz train`, `reproduce` and `experiment`, without a browser."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from gptviz.cli import experiment, reproduce, train
from gptviz.cli.arguments import Parser, chosen_language
from gptviz.errors import LearnerError
from gptviz.i18n import explain, t, use_language

WRONG_INPUT = 2  # as argparse does
INTERRUPTED = 130  # as shells do


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command.

    Args:
        arguments: Words of the command line; None: those that the program was started with.

    Returns:
        The exit code: 0, or 1 if training failed or a number is out of tolerance, 2 for wrong input, 130 after Ctrl-C.
    """
    words = sys.argv[1:] if arguments is None else list(arguments)
    use_language(chosen_language(words, os.environ))
    parser = Parser(prog="python -m gptviz", description=t("cli-about"))
    commands = parser.add_subparsers(title=t("cli-commands"), dest="command", required=True, metavar=t("cli-command"))
    train.add_command(commands)
    reproduce.add_command(commands)
    experiment.add_command(commands)
    options = parser.parse_args(words)
    try:
        return int(options.run(options))
    except LearnerError as error:
        print(explain(error), file=sys.stderr)
        return WRONG_INPUT
    except KeyboardInterrupt:
        print(t("cli-interrupted"), file=sys.stderr)
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
