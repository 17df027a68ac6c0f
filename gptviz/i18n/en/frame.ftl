# The frame of every page, and its title and first lines.
# Between the parts of a list within a sentence.
list-comma = {", "}

frame-computed = How is this computed?
frame-upload = Choose a file
frame-sidebar = Pages and settings
frame-no-run = There is no run to look at yet.
frame-go-train = Train one: it takes half a minute
frame-unknown-run = The run of this link ({ $run }) is not on this server: it was removed, or the server was restarted.
frame-viewer = You are looking at someone else's run: you can see everything, but only its owner can control it.
frame-run-described = Run { $run }: HEADS { $heads }, EMBEDDING_SIZE { $embedding }, CONTEXT_SIZE { $context }, BLOCKS { $blocks }, { $corpus }, { $engine }

page-home = Start
    .title = See attention learn
    .lead = Here a small GPT learns to write, character by character, while you watch: its loss falls, its attention heads form, its positions find their order. Every picture is drawn from the very arrays that the model computes with.
page-train = Train
    .title = Train a GPT and watch it learn
    .lead = Choose HEADS and EMBEDDING_SIZE at the side, press Train, and watch.
    .computed =
        One step takes BATCH_SIZE windows of CONTEXT_SIZE characters. The loss is the mean cross-entropy over all positions, in nats:

        { $formula }

        Guessing all characters as equally likely costs ln(V), for 65 characters 4.17; fresh random weights guess worse and start above it. The training curve is the loss of each batch, smoothed; the test points are the mean over fixed windows of text that is never trained on; at the end it is the mean over all test windows.

        The gradient is shortened to CLIP_NORM, then AdamW takes a step (`gptviz.training.advance`). The attention maps come from `gptviz.trace.trace`, run on the newest parameters.
page-attention = Attention
    .title = What does each head look at?
    .lead = Rows are the characters that look, columns the characters that are looked at. Where a mask hides the future, it is hatched.
    .computed =
        For each head, with queries Q, keys K and values V of size D = EMBEDDING_SIZE / HEADS:

        { $formula }

        The mask sets the score of every later character to minus infinity, so its weight is exactly 0 and each row sums to 1 (Vaswani et al. 2017, section 3.2). The picture is the array A itself, from `gptviz.trace.trace`, on your text and the chosen snapshot.
page-positions = Positions
    .title = How does the model know the order?
    .lead = Each position has a learned vector that is added to the character's. At first they are random; in training, neighbours become alike.
    .computed =
        The similarity of positions i and j is the cosine between their vectors:

        { $formula }

        The path shows the two directions in which the centred vectors differ most, their first two principal components (`gptviz.analysis.positions`). The shuffled baseline is what chance alone would show.
