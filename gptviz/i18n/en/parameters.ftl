# The parameters page.
page-parameters = Parameters
    .title = Where are the parameters?
    .lead = A parameter is one number that training may change. Here every one of them has its place. Which of your constants drives how many there are?
    .computed =
        A Linear from n to m numbers has an m × n weight and m biases. With V, T and E for VOCAB_SIZE, CONTEXT_SIZE and EMBEDDING_SIZE, the multi-head chapter's model has

        { $formula }

        parameters. Without positions TE falls away. Without the Q, K and V Linears (chapters 3 and 4), E² + E of attention is left; without attention, nothing of it. LayerNorm adds 2E each time: twice in a block, and once at the end. BLOCKS multiplies what is in a block. HEADS stands nowhere in it.

        The rows are `gptviz.analysis.parameter_table`, made of the names and shapes that both engines train (`gptviz.parameters.parameter_shapes`).
home-lesson-parameters = Which constants decide how many parameters the model has? And why not HEADS?

parameters-sizes = Sizes to count
parameters-start = Start from
    .help = Fills in all sizes below; move any of them afterwards.
parameters-start-run = The run of this page
parameters-vocab-size =
    .help = V: how many different characters (or tokens) there are. Tiny Shakespeare has 65, GPT-2 has 50,257.
parameters-context-size =
    .help = T: the longest text that the model sees at once.
parameters-embedding-size =
    .help = E: how many numbers each character is turned into.
parameters-heads =
    .help = H: heads in each attention layer. Only numbers that divide EMBEDDING_SIZE are on offer.
parameters-blocks =
    .help = L: attention and feed-forward layers, one after another.
parameters-attention = Attention
parameters-attention-weighted = Q, K and V Linears
parameters-attention-plain = x itself (chapters 3 and 4)
parameters-attention-none = None (chapters 1 and 2)
parameters-positions = Position embedding

parameters-count = { NUMBER($count) } parameters
parameters-total = Whole model
parameters-axis = Parameters
parameters-factor = Value, as a multiple of the one at the side
parameters-treemap-alt = { NUMBER($count) } parameters as tiles. The largest part is { $largest }: { NUMBER($share, style: "percent") } of all.
parameters-treemap-look = The area is the number of parameters. Which tiles are the largest, and which do you hardly find? Click a block to look inside, and its name to come back.
parameters-table = Count them yourself
parameters-table-look = V = VOCAB_SIZE, T = CONTEXT_SIZE, E = EMBEDDING_SIZE. A Linear has a weight (out × in) and a bias (out).
parameters-part = Part
parameters-formula = Formula
parameters-numbers = In numbers
parameters-share = Share
parameters-weight = weight
parameters-bias = bias

parameters-module-token-embedding = Token embedding
parameters-module-position-embedding = Position embedding
parameters-module-attention = Attention
parameters-module-feed-forward = Feed-forward
parameters-module-norm = LayerNorm
parameters-module-output = Output
parameters-layer-token-embedding = Token embedding
parameters-layer-position-embedding = Position embedding
parameters-layer-attention-query = Query
parameters-layer-attention-key = Key
parameters-layer-attention-value = Value
parameters-layer-attention-output = Attention output
parameters-layer-attention-norm = LayerNorm before attention
parameters-layer-feed-forward-input = Feed-forward, E → 4E
parameters-layer-feed-forward-output = Feed-forward, 4E → E
parameters-layer-feed-forward-norm = LayerNorm before feed-forward
parameters-layer-final-norm = LayerNorm at the end
parameters-layer-output = Output

parameters-heads-title = Why HEADS is in no formula
parameters-heads-query = The query matrix of one layer, cut for several head counts: one colour is the rows of one head. Here { $heads } × { $size } × { $embedding } = { NUMBER($product) }: HEADS · head_size is always EMBEDDING_SIZE, so it is the same matrix, only cut in another way. Key, value and output likewise. More heads are more and narrower views, not more parameters.
parameters-heads-x = In this model queries, keys and values are x itself: HEADS cuts the { $embedding } numbers of each position into { $heads } × { $size }, and there is not even a matrix to cut. With Q, K and V the picture above is their weight, { $embedding } × { $embedding } = { NUMBER($product) } for every head count.
parameters-heads-none = This model has no attention, so there is nothing to cut into heads. Choose an attention at the side.
parameters-heads-alt = A square matrix of { $size } by { $size }, drawn once for each head count, cut into as many equal bands as there are heads.

parameters-quiz = Predict first, then see
parameters-quiz-lead = One constant changes, all others stay. What happens to the number of parameters? Guess each line, then look.
parameters-quiz-see = See
parameters-change-same = Nothing
parameters-change-little = A little more (below × 1.5)
parameters-change-double = About twice
parameters-change-more = Clearly more than twice (× 2.5 and up)
parameters-quiz-step = Change
parameters-quiz-factor = Factor
parameters-quiz-guess = Your guess
parameters-quiz-mark = Right?
parameters-quiz-right = { $right } of { $asked } right.
parameters-growth = Which constant drives what?
parameters-growth-look = Steps are factors on both axes, so slope is power. HEADS is flat. BLOCKS rises nearly in proportion: twice the blocks, nearly twice the parameters. EMBEDDING_SIZE is the steepest, because most matrices are E × E or E × 4E: twice the size, nearly four times the parameters. Does VOCAB_SIZE stay small? Try 50,257, as in GPT-2.
parameters-move = Move one, the rest stays
parameters-move-look = The dotted line is the value at the side. Which colours grow, and which stay as they are?
