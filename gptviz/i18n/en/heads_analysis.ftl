# What a head does: metrics, sentences, moments, ablation (attention page).
head-place = Block { $block } · Head { $head }
head-title = What does each head do?
head-lead = Measured on text that is never trained on. In brackets: the same head before training.
head-sort = Heads sorted by
head-sort-place = Block and head
head-column = Head
head-uniform = Looks at all alike

head-metric-entropy-bits = Entropy (bits)
    .help = How spread the attention is: 0 bits, one character; 3 bits, as if 8 characters were looked at alike.
head-metric-mean-distance = Distance (characters)
    .help = How many characters back it looks on average.
head-metric-previous = Previous character
    .help = Share of its attention that goes to the character just before.
head-metric-first = First character
    .help = Share that goes to the first character of the text: where heads rest that find nothing.
head-metric-itself = Itself
    .help = Share that stays on the character that looks.
head-metric-same-character = Same character
    .help = Share that goes to earlier places of the same character, where there are any.
head-metric-induction = Induction
    .help = In a random string written twice: share that goes from a character of the second copy to the one after its first occurrence.
head-metric-bracket = Bracket
    .help = From a closing bracket: share that goes to the innermost bracket that is still open.
head-metric-zero-rise-nats = Worth: zero (nats)
    .help = Rise of the loss when the head's output becomes 0, ± its standard error.
head-metric-mean-rise-nats = Worth: mean (nats)
    .help = Rise of the loss when the head's output becomes its mean over test text, ± its standard error.

head-finding = **{ $place }**: { $finding }
head-says-previous = { $share } of its attention goes to the previous character ({ $untrained } before training).
head-says-first = { $share } of its attention rests on the first character of the text ({ $untrained } before training).
head-says-itself = { $share } of its attention stays on the character itself ({ $untrained } before training).
head-says-same-character = Where the same character came before, { $share } of its attention goes there ({ $untrained } before training).
head-says-induction = It completes repetitions: { $share } of its attention goes to what followed the last time ({ $untrained } before training).
head-says-bracket = From a closing bracket, { $share } of its attention goes to the bracket that is still open ({ $untrained } before training).
head-says-entropy-bits = It looks closely, at about { NUMBER($characters, minimumFractionDigits: 1, maximumFractionDigits: 1) } characters at a time ({ NUMBER($before, minimumFractionDigits: 1, maximumFractionDigits: 1) } before training), but at no fixed place.
head-says-nothing = None of these habits stands out.

head-moments = Moments at which a head changed most
head-moments-none = No head has changed one of its shares by a fifth or more so far.
head-became-previous = Step { NUMBER($step) }: { $place } and the previous character, { $first } → { $last }
head-became-first = Step { NUMBER($step) }: { $place } and the first character, { $first } → { $last }
head-became-itself = Step { NUMBER($step) }: { $place } and the character itself, { $first } → { $last }
head-became-same-character = Step { NUMBER($step) }: { $place } and the same character earlier, { $first } → { $last }
head-became-induction = Step { NUMBER($step) }: { $place } and what followed last time (induction), { $first } → { $last }
head-became-bracket = Step { NUMBER($step) }: { $place } and the open bracket, { $first } → { $last }

head-history = Over training
head-history-metric = What to follow
head-similarity = Which heads look at the same?
head-similarity-bar = 1 − Jensen-Shannon divergence
head-similarity-look = 1: two heads look at the very same characters, one of them may be spare. They may still pass on different things.

head-off = Switch heads off
head-off-lead = The model runs on without the outputs of these heads. What does it lose?
head-off-choose = Heads to switch off
head-off-kind = What stands in for the output
head-off-zero = 0 (zero ablation)
head-off-mean = Its mean (mean ablation)
head-off-kind-help = Zero is what the rest of the model never saw in training, so it can harm by being unusual. The mean keeps what the head always says and takes away only what it says about this text.
head-off-loss = Loss on test text (nats)
head-off-error = ± { NUMBER($error, minimumFractionDigits: 3, maximumFractionDigits: 3) } standard error over { $windows ->
    [one] 1 window
   *[other] { NUMBER($windows) } windows
}
head-off-next = What comes after the text?
head-off-probability = Probability
head-off-whole = whole model
head-off-without = without these heads
head-off-alt = The characters whose probability changes most; first { $character }: { $whole } with all heads, { $without } without these.
head-off-none = Choose a head above: loss and prediction change at once.
head-measuring = Measuring every head on test text…
