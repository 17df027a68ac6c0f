# What pictures show, in a sentence, for those who do not see them; computed from the same numbers.
alt-loss-curves = Losses against steps. The last of each: { $ends }.
alt-loss-end = { $name }: { $loss }
alt-no-losses = Losses against steps; none is measured yet.
alt-by-position = Mean loss at each position of a window, first and last position: { $ends }.
alt-first-to-last = { $name } from { $first } to { $last }
alt-growth = Parameters while one constant at a time is changed. At the largest value of each: { $ends }.
alt-growth-end = { $name } { NUMBER($value) }: { NUMBER($count) }
alt-move = Parameters of each module, stacked. From { $constant } { NUMBER($first) } to { NUMBER($last) } all together go from { NUMBER($low) } to { NUMBER($high) }.
alt-order = { $title }. Largest change of a character: { $changes }.
alt-vectors = Token vectors, position vectors and their sums for window { $window }, one row a token. Mean lengths: { $tokens }, { $positions } and { $sums }.
alt-leak = How much the output at each place changes when only the last token does. Largest change of an earlier one: { $changes }.
alt-path = { $count ->
    [one] { $count } position
   *[other] { $count } positions
}, joined in order, along the two axes on which their vectors differ most; the two hold { NUMBER($share, style: "percent") } of all variance.
alt-norms = Lengths of position vectors, { $count } of them: from { $low } to { $high }, the longest at position { $longest }.
alt-distance = Cosine similarity against distance: { $near } between neighbours, { $far } at distance { $last }. For shuffled vectors, neighbours lie between { $low } and { $high }.
alt-grid = Mean test loss for each combination; the lowest is { $loss }, at HEADS { $heads }, { $row }.
alt-head-similarity = How alike heads look. Most alike are { $first } and { $second }: { $likeness }.
alt-head-history = { $metric } of every head over training. At the end the highest is { $head } with { $value }.
alt-windows-skipped = { $picture } Tokens shown that are never an input: { $skipped }.
alt-weights-sums = { $picture } Rows add up to { $low } to { $high }.
alt-character = Character
alt-live = Losses against steps, up to step { NUMBER($step) }: training { $train }, test { $test }.
