# The generate page: writing with a run's model, looking at each choice, scoring a text.
page-generate = Generate
    .title = How does the model choose the next character?
    .lead = The model never writes a word: again and again it gives each character a probability, one is drawn, and it stands at the end of the text. The colour shows how surprising each choice was. **Click a character** to see the moment at which it was chosen.
    .computed =
        The model gives each character i a logit z, a number that is not yet a probability. Top-k keeps the k highest, the temperature τ divides them, softmax makes probabilities of them (Holtzman et al. 2020, section 4, lists the ways to choose):

        { $formula }

        At τ = 0 the highest logit wins. Loss, rank and the first entropy belong to the model's own probabilities (τ = 1, all characters); the entropy is −Σ p log₂ p, in bits. Each place has one random number that depends on the seed and the place alone: the text is the same in one go and character by character.

        While the text fits CONTEXT_SIZE, keys and values of earlier characters are kept (`gptviz.analysis.key_value_cache`): only the new character's row is computed. Then the window slides, every character gets another learned position, and the whole window is computed anew. The rows of the heads are the last rows of the weights from `gptviz.trace.trace`.
home-lesson-generate = How does the model choose the next character, and what does temperature change?

generate-prompt = Prompt
    .help = The text that the model continues. Leave it empty to see how it begins by itself.
generate-empty = The prompt is empty, but the model needs at least one character to look at: the text starts with { $character }.
generate-mend = Mend the prompt at the side first: the model knows only the characters of the text it learned.
generate-step = Training step
    .help = Which snapshot of the model writes. Early ones know little yet.
generate-temperature = Temperature
    .help = 0 always takes the most likely character; 1 draws from the model's own probabilities; above 1 everything becomes more alike.
generate-topk-all = all
generate-topk-help = Only the k most likely characters can be drawn. Empty: all of them.
generate-topk-above = The vocabulary has { NUMBER($vocabulary) } characters, so this top-k keeps all of them.
generate-seed = Seed of writing
    .help = The same seed, prompt and settings give the same text.

generate-write = Write { $count } characters
generate-one = One character
generate-stop = Stop
generate-clear = Start over
generate-undo = Let the model choose again
generate-writing = The model is writing. Afterwards click a character to see how it was chosen.
generate-full = At { NUMBER($most) } characters the text is full. Start over to write another one.
generate-stuck = At step { NUMBER($step) } the numbers of this model are no longer finite, so it has no probabilities: its training diverged. Choose an earlier training step.
generate-text = The text, prompt first
generate-hint = Point at a character to read its loss; click it to see how it was chosen.
generate-cropped = Your prompt has { NUMBER($given) } characters; the model sees at most the last { NUMBER($context) } before each choice. What is faded was out of its sight.
generate-window = The model sees at most the last { NUMBER($context) } characters. What is faded was out of its sight when the framed character was chosen.
generate-loss-short = loss
generate-nats = nats
generate-probability-short = probability
generate-foreseen = foreseen
generate-surprising = surprising
generate-given = given, not chosen by the model

generate-nothing = Nothing is written yet. Press “{ generate-one }” to see one choice, or “{ generate-write-short }” to see many.
generate-write-short = Write
generate-moment = Character { NUMBER($number) }: { $character }
generate-rank = Rank
    .help = 1: no character was more likely in the eyes of the model.
generate-rank-of = { $rank } of { $vocabulary }
generate-probability = Probability
    .help = Of this character, by the model itself: temperature 1, all characters.
generate-drawn = Drawn with
    .help = Its probability after temperature and top-k: this was used for drawing.
generate-by-hand = by hand
generate-loss = Loss (nats)
    .help = −log of the model's own probability. 0: it was sure.
generate-entropy = Entropy (bits)
    .help = How unsure the model was: 0 bits is certain, 1 bit is a coin, log₂(V) is no idea at all.
generate-entropy-drawn = Entropy drawn from
    .help = Entropy in bits of the probabilities after temperature and top-k.
generate-number = Random number
    .help = Stack the drawing probabilities in the order of the vocabulary: where this number falls is the character. It depends on seed and place only.
generate-choices = What else was likely
generate-choices-alt = Probabilities of the most likely characters; the first is { $character } with { $probability }.
generate-axis = Probability
generate-model = the model
generate-drawn-from = after temperature and top-k
generate-branch = Put another character here
generate-branch-help = The text before it stays, this one takes the place, and the model writes on from there.
generate-heads = What each head looked at
generate-heads-alt = The last row of each head's attention. The strongest look: { $head } at { $character } ({ $weight }).
generate-heads-look = One row a head, from the newest character back over what the model saw. Which head looked at the character just before, which at a space or a line break?
generate-no-attention = This model has no attention layer (chapters 1 and 2): it saw the newest character only, and its position.
generate-seen = What it saw, newest right

generate-score = How well does it foresee a given text?
generate-score-lead = Here nothing is drawn: for each character of your text, how likely did the model hold it, given those before?
generate-scored = Text to score
    .help = At least two characters. At first some text that the model never trained on.
generate-score-short = Write at least two characters: the first has nothing before it from which it could be foreseen.
generate-score-hint = Point at a character to read its loss.
generate-score-cropped = The text has { NUMBER($given) } characters; the first { NUMBER($most) } are scored: this model must be asked before each character anew.
generate-score-windows = The text is longer than CONTEXT_SIZE: it is read in windows that overlap by half, so each character is foreseen from at least { NUMBER($half) } and at most { NUMBER($context) } before it.
generate-score-sees-future = This model sees later characters when it reads a whole text. So it is asked before each character anew, as when it writes. Compare with its training loss: that one was measured with a look at the answer.
generate-mean = Mean loss (nats)
    .help = The mean of −log p over all characters but the first: what training makes small.
generate-perplexity = Perplexity
    .help = e to the mean loss: as unsure as if it chose among so many equally likely characters.
generate-chance = Knowing nothing
    .help = ln(V): the loss of a model that holds all characters equally likely.
generate-count = Characters
    .help = Foreseen characters; the first is not one of them.

generate-quiz-ask = Four kinds of text are scored by your model. Which one has the lowest mean loss?
generate-quiz-real = Real text, never trained on
generate-quiz-own = What the model writes at temperature 1
generate-quiz-greedy = What the model writes at temperature 0
generate-quiz-shuffled = Real characters in random order
generate-quiz-told = “{ $kind }” has the lowest mean loss, { $nats } nats; next comes “{ $next }” with { $next_nats }.
generate-quiz-kind = Text
generate-quiz-example = Example
generate-quiz-answer = At temperature 0 the model takes what it holds most likely every time: it is hardly ever surprised, and mostly goes in circles. So a low loss on its own writing says nothing about quality. The loss on **real** text does, and that is what training makes small. The closer real text and temperature 1 come to each other, the better the model knows how unsure it should be. Characters in random order show how much of it all is order.
error-sampling = { $name } is { $given }; valid: { $valid }.
