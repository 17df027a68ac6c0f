# The shapes page.
page-shapes = Shapes
    .title = How is attention cut into heads, and put together again?
    .lead = Walk through one attention layer of your own run, from x to its output. Every number is real: point at one to see what it was made of.
    .computed =
        With Q, K and V cut into H heads of D = EMBEDDING_SIZE / HEADS numbers, head h computes

        { $formula }

        The heads never meet before the output Linear (Vaswani et al. 2017, section 3.2.2). All arrays come from `gptviz.trace.trace`, run on your text and the chosen snapshot; what lies between them from `gptviz.analysis.attention_steps`. The lines of code on this page are run in our tests, in NumPy and in PyTorch, and give exactly these arrays. Positions, heads and numbers in formulas count from 0, as in the code.
home-lesson-shapes = Where does each number of one head come from, and what do reshape and transpose really do?

shapes-none = This model has no attention layer (chapters 1 and 2), so there is nothing to cut into heads. Train one with attention.
shapes-moment = Step of training
shapes-cut =
    .help = Into how many heads to cut this layer. The run was trained with { $heads }.
shapes-cut-otherwise = The same numbers cut otherwise: this run was trained with HEADS = { $trained }, and you see the very same Q, K and V cut into { $heads ->
    [one] 1 head
   *[other] { $heads } heads
}. No parameter has another shape. But it is not a model trained with HEADS = { $heads }: these weights learned to work with the cut they had.

shapes-title = One attention layer, step by step
shapes-back = Back
shapes-next = Next
shapes-hint = ← → walk from step to step. Point at a cell to see where it comes from, click to keep it; the link of this page then leads here. With Tab you reach a picture, and the arrow keys move its cell.
shapes-axes = B batch · T position in the text · E EMBEDDING_SIZE · H HEADS · D head_size = E / H. Each row is a character. Blue is negative, grey is 0, brown is positive.
shapes-position = position
shapes-query = query
shapes-key = key
shapes-number = number
shapes-head = head
shapes-future = future
shapes-largest = largest
shapes-this-head = head { $head }
shapes-other-heads = the other heads

shapes-step-input = x: what the layer reads
    .look = Each character is a row of { $embedding } numbers. Every head will read all of them: a head is not a part of x.
shapes-step-input-plain = x: what the layer reads
    .look = Each character is a row of { $embedding } numbers. This model has no Linears for Q, K and V, so head { $head } simply gets the outlined columns { $first } to { $last } of x.
shapes-step-project = Three Linears make Q, K and V
    .look = Q asks, K is what can be found, V is what is handed on. Each number is a whole row of x times a row of weights, plus a bias. The outlined columns { $first } to { $last } will belong to head { $head }; they are made by rows { $first } to { $last } of each weight.
shapes-step-project-plain = Q, K and V are x itself
    .look = This model has no Linears here (chapters 3 and 4): what asks, what is found and what is handed on are the same numbers.
shapes-step-split = reshape: read each row as H short ones
    .look = { $embedding } = { $heads } × { $size }: the same numbers in the same order in memory, only read as { $heads ->
        [one] 1 piece
       *[other] { $heads } pieces
    } of { $size }. Watch the outline: columns { $first } to { $last } are now head { $head }.
shapes-step-transpose = transpose: heads first
    .look = Now each head has its own table of T × D, and one matrix product serves all heads at once. Why not reshape (B, T, E) to (B, H, T, D) right away? The shape would be right and the numbers wrong: a head would get pieces of different characters in one row.
shapes-step-scores = Q Kᵀ: every query meets every key
    .look = One score is a row of Q times a column of Kᵀ: { $size ->
        [one] 1 product
       *[other] { $size } products
    }, one a dimension. The bars below are these products; they sum to the score. Which dimensions decide for the pair that you point at?
shapes-step-scale = Divide by √D
    .look = A sum of products ({ $size } here) spreads more the more there are. Divided by √{ $size } = { NUMBER($divisor, maximumFractionDigits: 3) }, scores are about equally large for every head size. Left before, right after, in the same colours. Further down you see what it does to the weights.
shapes-step-scale-embedding-size = Divide by √E
    .look = This model divides by √{ $embedding } = { NUMBER($divisor, maximumFractionDigits: 3) }, not by the root of its head_size { $size }. With one head that is the same; with more heads the scores get too small, and the weights too even.
shapes-step-scale-none = No scale
    .look = This model does not divide its scores: each is a sum of products ({ $size } here), so they spread widely, and softmax soon puts nearly all weight on one key.
shapes-step-mask = Mask: the future becomes −∞
    .look = A character may not look at later ones. Above the diagonal each score becomes −∞, and e to the power of −∞ is exactly 0.
shapes-step-mask-none = No mask
    .look = This model is not causal: every character sees every other one, the later ones too. Nothing changes in this step.
shapes-step-softmax = softmax: each row becomes shares of 1
    .look = e to the power of each score, divided by the sum of its row. Each row of weights sums to 1. This is the map that the attention page shows; the bars are the row of the query that you point at.
shapes-step-softmax-queries = softmax over the queries: each column becomes shares of 1
    .look = This model normalises over the wrong axis: columns sum to 1, rows do not. Each weight now depends on later queries, so the future leaks in, although every shape is right.
shapes-step-mix = weights @ V: mix what was found
    .look = Each row of the result is a mixture of the rows of V, in the shares that the weights say. The bars are the products of one cell, one a character: who brought this number?
shapes-step-transpose-back = transpose back: positions first
    .look = (B, H, T, D) becomes (B, T, H, D): the results of all heads for one character stand in one row again. The outlined piece is what head { $head } found.
shapes-step-merge = reshape: the heads side by side
    .look = { $heads } × { $size } = { $embedding }: the pieces close up into rows of { $embedding }. Columns { $first } to { $last } are those of head { $head }, the very columns that were cut out for it.
shapes-step-output = The output Linear mixes the heads
    .look = Only here do the heads meet. Each output number sums over all { $embedding } numbers of its character: coloured bars come from head { $head }, grey ones from the others.

shapes-scale = Why divide by √D?
shapes-scale-lead = If the numbers of q and k were independent with variance 1, their product over { $size ->
    [one] 1 dimension
   *[other] { $size } dimensions
} would have a standard deviation of √{ $size } = { NUMBER($divisor, maximumFractionDigits: 2) }. Large scores make softmax choose one key and give the rest almost nothing, and then hardly any gradient flows. Here are all pairs of this layer, of all its heads.
shapes-scale-none = undivided
shapes-scale-head-size = divided by √D = √{ $size }
shapes-scale-embedding-size = divided by √E = √{ $embedding }
shapes-scale-numbers = { $name }: scores spread by { NUMBER($deviation, maximumFractionDigits: 2) } (standard deviation); a query's largest weight is { NUMBER($largest, style: "percent", maximumFractionDigits: 0) } on average.
shapes-scale-numbers-alone = { $name }: scores spread by { NUMBER($deviation, maximumFractionDigits: 2) } (standard deviation). There is one character, so each weight is 1.
shapes-scale-one = With head_size 1 the root is 1: dividing changes nothing. Choose fewer HEADS.
shapes-score = score
shapes-share = share of pairs

shapes-quiz = Predict first, then see
shapes-quiz-scores = HEADS goes from { $heads } to { $other }. How many scores does this layer compute then?
    .why = Each head has a table of T × T scores of its own: H · T · T.
shapes-quiz-products = And how many products does it multiply for all these scores together?
    .why = More heads, shorter rows: H · T · T · D = T · T · E. HEADS is not in it.
shapes-quiz-scale = Without the scale, a query's largest weight in this layer is on average …
    .why = Dividing brings scores nearer to each other, and softmax shares more evenly. Try a snapshot from early in training, and other HEADS.
shapes-quiz-less = less
shapes-quiz-same = the same
shapes-quiz-more = more
shapes-quiz-see = See
shapes-quiz-nothing = Choose a longer text: with one number there is nothing to predict.
