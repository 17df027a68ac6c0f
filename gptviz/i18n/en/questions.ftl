# The questions at the end of lessons: predict first, then see.
question-title = Predict first, then see
question-guess = Choose an answer: then the model of this page gives its own.
question-right = Right.
question-wrong = It is another one: { $right }.

question-train = At the end of this training, on which text is the loss lower?
question-train-train = On the text it trains on
    .why = The gap is what this model knows of its own training text only: it has { NUMBER($parameters) } numbers to remember { NUMBER($characters) } characters with. A small gap is normal. When it grows while the test loss no longer falls, the model is learning by heart: then more text, dropout or weight decay help more than more steps.
question-train-same = About the same on both
    .why = No gap: { NUMBER($parameters) } numbers cannot learn { NUMBER($characters) } characters by heart, or had no time to. Such a model can still gain from more steps or a larger EMBEDDING_SIZE; it is not too large for its text.
question-train-test = On text it has never seen
    .why = That happens when the unseen part is easier to predict than the rest, when dropout makes training harder than the test, or after a few steps only. { NUMBER($parameters) } numbers and { NUMBER($characters) } characters of training text: a larger model could still learn more from them.
question-train-told = At step { NUMBER($step) } the loss was { $train } nats on training text and { $test } on unseen text: they differ by { $gap }.
question-train-wait = Your guess is kept. The answer comes when this run has ended.

question-attention = At step { NUMBER($step) }, which head gives most of its weight to the character just before?
    .why = The previous character tells most about the next one (after “q” comes “u”), so training nearly always makes one head look there, and early. Nobody told it to: it only made the loss fall. In the map of such a head the line just below the diagonal is bright.
    .none = A head counts only if it is at least 10 percentage points above one that looks at all characters alike. Before training none is. Move the time slider: when does the first one pass that mark? A model without positions, or one that trained too briefly, may never get there.
question-attention-block = At step { NUMBER($step) }, in which block is the head that gives most of its weight to the character just before?
question-attention-none = None more than by chance
question-attention-told = { $place } gives { $share } of its weight to the previous character. Before training it gave { $untrained }; a head that looks at all characters alike gives { $alike }.

question-positions = At step { NUMBER($step) }, which position vectors are more alike?
question-positions-near = Neighbours
    .why = Nobody told the model that position 5 lies between 4 and 6. But what helps to predict there is nearly the same, so training pulls the vectors of neighbours the same way. That is how it tells near from far.
question-positions-same = No difference
    .why = As at the start of any training: random vectors of neighbours are no more alike than others. Either this is an early moment (move the time slider), or the model can do without the order, as on a language in which order says little.
question-positions-far = Positions far apart
    .why = Unusual. On a text with a fixed rhythm, positions that are one period apart play the same part, and become alike, whatever lies between them. The picture of similarity above shows such a rhythm as stripes.
question-positions-told = The mean cosine is { $near } between neighbours and { $far } between positions { $apart } apart. Before training it was { $near_before } and { $far_before }.
