# The notebook page.
page-notebook = Notebook
    .title = The PyTorch notebook, taken apart
    .lead = Text becomes BPE tokens, tokens become windows, windows become vectors, and vectors go through multi-head attention, written in two ways. One line of the notebook is wrong, and every shape is right all the same.
    .computed =
        Way A computes each head on its own and joins the results; way B computes all heads at once and cuts Q, K and V into heads. For x of shape (B, T, E) and D = E / HEADS, both are

        { $formula }

        (Vaswani et al. 2017, section 3.2). The notebook's slip is to let softmax run over the queries (dim=1 of (B, T, T)) instead of the keys (dim=-1).

        The tokens are GPT-2's byte pair encoding (`gptviz.corpus.bpe`), the windows `gptviz.notebook.windows.cut_windows`, both ways `gptviz.notebook.attention`. Weights are drawn with seed 123 and not trained: the lesson is about what the code computes.
home-lesson-notebook = Two ways to write multi-head attention: are they the same? And which wrong line does no shape give away?

notebook-part-label = Part of the notebook
notebook-part-windows = Windows
notebook-part-vectors = Vectors
notebook-part-ways = Two ways
notebook-part-fault = The slip
notebook-part-speed = Speed

notebook-text = Text
notebook-text-english = English sample
notebook-text-chinese = Chinese sample
notebook-text-own = Your own text
notebook-text-show = Show the text
notebook-text-empty = Type or paste a text at the side: up to 2,000 characters. More than max_length tokens are needed; one English word is about one token, one Chinese character two or three.
notebook-stride =
    .help = Tokens from the start of one window to the start of the next. The notebook has 5 with max_length 4.
notebook-sizes = head_size { $head_size }; a batch is the first { $batch ->
    [one] window
   *[other] { $batch } windows
}.
notebook-loading = Reading GPT-2's vocabulary…
notebook-computing = A worker computes with PyTorch…
notebook-measuring = A worker measures, about a second…

# Part 1: windows
notebook-windows-lead = A window is max_length tokens that go in together. Its targets are the tokens one further. Each row is a window; the bottom row counts in how many windows of the whole text a token is an input.
notebook-tokens = Tokens
    .help = So many pieces GPT-2's byte pair encoding makes of the text.
notebook-windows = Windows
    .help = range(0, tokens − max_length, stride)
notebook-skipped = Skipped by the stride
    .help = Tokens between two windows, in none of them as an input.
notebook-left-over = Left over at the end
    .help = Tokens after the last window's inputs. At least one: the last token can only be a target.
notebook-first = First window in the picture
notebook-windows-alt = Windows in the picture: { $shown }. Each has max_length = { $max_length } tokens and begins stride = { $stride } tokens after the one above. Below, how often each token is an input.
notebook-picture-token = Tokens of the text
notebook-picture-window = Window
notebook-picture-input = input
notebook-picture-target = only a target in this window
notebook-picture-times = count
notebook-picture-never = never an input
notebook-stride-exact = stride = max_length = { $stride }: each window begins where the one before ended. Every token is an input exactly once, up to the end of the last window. (The notebook was later corrected to this.)
notebook-stride-overlaps = stride { $stride } is smaller than max_length: neighbouring windows share { $shared ->
        [one] 1 token
       *[other] { $shared } tokens
    }. The same token is seen several times, each time at another place in the window and with another past.
notebook-stride-skips = stride { $stride } is larger than max_length { $max_length }: of every { $stride } tokens { $gap ->
        [one] one is never an input (orange). It is only ever a target: the model has to guess it, but never gets to look at it.
       *[other] { $gap } are never an input (orange). The first of them is still a target; the others the model does not meet at all.
    } { $here }
notebook-stride-skipped = Here { $skipped ->
        [0] there is no second window, so none is skipped yet.
        [one] that is 1 of { $tokens } tokens ({ NUMBER($share, style: "percent", maximumFractionDigits: 1) }).
       *[other] that is { $skipped } of { $tokens } tokens ({ NUMBER($share, style: "percent", maximumFractionDigits: 1) }).
    }
notebook-small-batch = This text makes only { $windows ->
        [one] 1 window
       *[other] { $windows } windows
    }. The notebook's data loader drops a batch that is not full ({ $batch } windows), so it would give none at all. The other parts of this page use the windows that there are.
notebook-all-windows = All windows, as numbers
notebook-start = Starts at
notebook-inputs = Inputs
notebook-targets = Targets
notebook-pieces = Input pieces
notebook-all-tokens = All tokens, and their bytes
notebook-all-tokens-look = Byte pair encoding works on UTF-8 bytes, not on characters. A rare character is split over several tokens: its pieces are written as bytes, ‹E8 80›.
notebook-place = Place
notebook-number = Number
notebook-piece = Piece
notebook-bytes = Bytes
notebook-times-input = × input
notebook-times-target = × target

# Part 2: vectors
notebook-vectors-lead = Each token number picks a row of one table, each place in the window a row of another. What enters attention is their sum.
notebook-shapes =
    | | Table | Result |
    |---|---|---|
    | Token numbers | | `{ $inputs }` |
    | Token embedding | { $token_table } | `{ $tokens }` |
    | Position embedding | { $position_table } | `{ $positions }` |
    | **Sum** | | `{ $sums }` |
notebook-window = Window
notebook-vectors-token = Token vectors
notebook-vectors-position = Position vectors
notebook-vectors-sum = Sum
notebook-vectors-number = Number of the vector
notebook-vectors-value = Value
notebook-vectors-look = Brown is positive, blue is negative. Change the window: the token vectors change, the position vectors stay, because place 1 of every window gets the same vector. A token that stands at two places has one token vector and two sums.

# Part 3: two ways
notebook-ways-lead = Way A has one small attention per head. Way B has one large matrix each for Q, K and V and cuts the result into heads. Here way A's weights were copied into way B. Predict first: do both have the same number of parameters, and the same output?
notebook-cuts-alt = Way B's query matrix, cut into { $heads ->
    [one] 1 band
   *[other] { $heads } bands
} of { $size ->
    [one] 1 row
   *[other] { $size } rows
}.
notebook-cuts-look = Way B's query matrix. Each colour is one head: { $size ->
        [one] one row
       *[other] { $size } rows
    } of { $embedding } numbers, in way A a matrix of its own. Copying is laying { $heads ->
        [one] the one matrix
       *[other] the { $heads } matrices
    } one below the other.
notebook-fault = Way A with the notebook's softmax(dim=1)
    .help = Off: softmax(dim=-1), over the keys. On: over the queries, as in the notebook. The weights stay the same.
notebook-parameters-a = Parameters of way A
notebook-parameters-b = Parameters of way B
notebook-difference = Largest difference of their outputs
    .help = Over all numbers of the batch's outputs.
notebook-same = Output `{ $shape }` in both ways, and the same numbers up to float32 rounding: sums in another order differ in the last digit. Two ways to write one function.
notebook-different = Output `{ $shape }` in both ways, no error, no warning, and yet other numbers. Same weights, same input: only way A's softmax runs over the wrong axis. See part 4.
notebook-part = Part
notebook-way-a = Way A
notebook-way-b = Way B
notebook-count = Parameters
notebook-q = Query
notebook-k = Key
notebook-v = Value
notebook-output-weight = Output · weight
notebook-output-bias = Output · bias
notebook-code = Read the code of both ways

# Part 4: the slip
notebook-fault-lead = Weights have shape (B, T, T): dim 1 are the queries, dim 2 (or −1) the keys. A query shares one unit of attention among the keys, so each row must add up to 1. Switch the notebook's slip on and look at the sums.
notebook-head = Head
notebook-sums = Rows add up to between **{ $row_low }** and **{ $row_high }**, columns to between **{ $column_low }** and **{ $column_high }**.
notebook-sums-look = Sums that are 1 have a tick, others are orange and bold. With dim=1 the columns add up to 1: each key shares itself out among the queries that come at its place or later. So the weight of an early query depends on later ones.
notebook-weights-alt = Attention weights of window { $window }, head { $head }: rows are queries, columns keys, with the sums of both.
notebook-question = Predict first, then see
notebook-question-asked = In every window only the last token is replaced by another. Both masks are in place. With dim=1, how many of the { $earlier } earlier outputs change?
notebook-guess-none = None: the mask hides the future
notebook-guess-some = Some
notebook-guess-all = All of them
notebook-guess-right = ✓ Right.
notebook-guess-wrong = ✗ Not what was measured.
notebook-see = See
notebook-leak-place = Place in the window
notebook-leak-change = Largest change of the output
notebook-leak = Measured on your windows: with dim=1, **{ $changed } of { $earlier }** earlier outputs change, by up to **{ $most }**. The last query stands in the denominator of every column: through it the future leaks past the mask. With dim=-1 the change of earlier outputs is exactly **{ $right }**. No shape shows this; changing the last token does.

# Part 5: speed
notebook-speed-lead = Same function, same parameters. Predict first: as HEADS grows, which way slows down, and how much?
notebook-speed-length = Tokens in a window, for this measurement
notebook-measure = Measure now
notebook-not-measured = Press “Measure now”: a worker lets both ways and PyTorch's fused attention take turns for about a second.
notebook-speed-a = Way A: one attention per head
notebook-speed-b = Way B: one attention, cut
notebook-speed-fused = Way B, fused
notebook-speed-time = Time, way B with 1 head = × 1
notebook-speed-alt = Time of three ways against the number of heads. With { $heads } heads way A takes { $ratio } times as long as way B.
notebook-speed-found = With { $heads } heads way A takes **× { $a }** the time of way B, and fused attention **× { $fused }**. Way A makes { $heads } times as many small products one after another, each with a fixed cost for calling it; way B makes the same few large ones for any HEADS.
notebook-speed-how = Input { $shape }, forward pass only, one thread; the fastest of { $rounds } rounds in which all take turns. Way B with 1 head took { $base } ms. A machine that trains at the same time makes it less even: measure again.

error-bpe-empty = The text is empty. Type at least one character.
error-bpe-too-long = The text has { NUMBER($given) } characters; this lesson takes at most { NUMBER($most) }. Use a part of it.
error-windows-none = The text has only { $given ->
        [one] 1 token
       *[other] { $given } tokens
    }. A window of max_length { $max_length } needs at least { $needed }: its inputs and the target after them. Use a longer text, or a smaller max_length.
