"""Four made-up languages, each of which grows a known kind of attention head within seconds of training.

All of them consist of short lines of different lengths. Were all lines equally long, windows (which begin every half
context) would all cut them at the same places, and a model could learn places instead of the rule.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

CHARACTERS = 150_000  # of a generated text, at least; enough for several hundred different batches
SEED = 1


@dataclass(frozen=True)
class Language:
    """A made-up language.

    Args:
        line: Draws one line, without its newline.
        probe: A text of at most 32 characters to look at, in the alphabet of the language.
    """

    line: Callable[[Random], str]
    probe: str

    def text(self, seed: int = SEED, characters: int = CHARACTERS) -> str:
        """Return whole lines of the language, as many as make this number of characters; equal for equal seeds."""
        random = Random(seed)
        lines: list[str] = []
        length = 0
        while length < characters:
            lines.append(self.line(random) + "\n")
            length += len(lines[-1])
        return "".join(lines)


# Few letters, each once in a string: a letter's earlier occurrence tells without doubt what comes next. With 26 letters
# the same model had learned nothing after 600 steps; with 8 it has the induction head after 200.
REPEATED_LETTERS = "abcdefgh"
SHORTEST_STRING, LONGEST_STRING = 3, 7
# Said twice only, a second copy can be guessed from the letters still missing, and heads stay blurred: their induction
# score stopped at 0.35. Always four times, all lines had lengths that 4 divides, and places were learned instead.
FEWEST_COPIES, MOST_COPIES = 2, 4


def repeat_line(random: Random) -> str:
    """`bagdce bagdce bagdce`: a random string, then the same again and again (Olsson et al. 2022: induction heads)."""
    letters = "".join(random.sample(REPEATED_LETTERS, random.randint(SHORTEST_STRING, LONGEST_STRING)))
    return " ".join([letters] * random.randint(FEWEST_COPIES, MOST_COPIES))


BRACKETS = (("(", ")"), ("[", "]"), ("{", "}"))
DEEPEST = 4
SECOND_PAIR = 0.15  # how often a pair holds two pairs, not one; so the opener is not always at the mirrored place


def brackets_line(random: Random) -> str:
    """`{[()]}`: pairs in pairs; which bracket closes is known only by looking back to its opener."""
    return _pair(random, random.randint(1, DEEPEST))


def _pair(random: Random, depth: int) -> str:
    opener, closer = random.choice(BRACKETS)
    inner = ""
    if depth > 1:
        inner = _pair(random, depth - 1)
        if random.random() < SECOND_PAIR:
            inner += _pair(random, max(1, depth - 2))
    return opener + inner + closer


TEEN_SHARE = 0.25  # of first numbers from 10 to 19; with more of them the sums take minutes instead of seconds


def addition_line(random: Random) -> str:
    """`12+7=19`: the digits of the sum are known only by looking back to those of both numbers."""
    first, second = random.randrange(10), random.randrange(10)
    if random.random() < TEEN_SHARE:
        first += 10
    return f"{first}+{second}={first + second}"


ANIMALS = ("老鼠", "小猫", "小狗", "熊猫", "猴子", "兔子")
FOODS = ("大米", "小鱼", "骨头", "竹子", "香蕉", "萝卜")
PEOPLE = "我你他她"
REVERSED_SHARE = 0.25  # lower than a half: who cannot see the order does best to say 对 always, and is wrong this often


def word_order_line(random: Random) -> str:
    """`老鼠爱大米，对。` or `大米爱老鼠，错。`: the same characters in another order, and only the order decides.

    One block without positions never gets 错 right; a second block can, because the causal mask lets it count.
    Two lines in five are about 苹果 instead, which is a fruit (吃苹果) or a brand (苹果手机) by what stands around it.
    """
    if random.random() < 0.4:
        return random.choice(PEOPLE) + random.choice(("吃苹果，很甜。", "买苹果，很甜。", "买苹果手机，很贵。"))
    animal, food = random.choice(ANIMALS), random.choice(FOODS)
    if random.random() < REVERSED_SHARE:
        return f"{food}爱{animal}，错。"
    return f"{animal}爱{food}，对。"


LANGUAGES = {
    "repeat": Language(repeat_line, "bagdce bagdce bagdce\nhfcb hfcb\n"),
    "brackets": Language(brackets_line, "([{}])\n{[()]}\n[{}()]\n"),
    "addition": Language(addition_line, "12+7=19\n8+9=17\n5+3=8\n"),
    "word-order": Language(word_order_line, "老鼠爱大米，对。\n大米爱老鼠，错。\n"),
}
