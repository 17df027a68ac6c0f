# The mistakes page, and the trust panel under pictures of attention.
page-mistakes = Mistakes
    .title = Would you notice if it were wrong?
    .lead = Seven slips that run without an error. Guess what each does to the loss, train it beside the right one, and see which check catches it.
    .computed =
        Both runs use the quick preset for { NUMBER(300) } steps on Tiny Shakespeare, with the same seed and the same batches; only the slip differs. (Without positions the first values differ too: one array fewer is drawn.)

        The check of the future changes the last character of the text, x to x′, and compares the logits of all positions before it:

        { $formula }

        A model with a right mask does the very same operations on the very same numbers there, so the difference is not small but exactly 0. Where rounding is possible the check says how much it allows. All checks are in `gptviz.analysis.checks`; they read the arrays of `gptviz.trace.trace`, made with each run's newest parameters.
home-lesson-mistakes = No mask, the wrong axis, the wrong scale: what does the loss hide, and what gives it away?

mistakes-choose = The slip
mistakes-right = Right
mistakes-wrong = Wrong
mistakes-both = Both
mistakes-side = { $role }, at step { NUMBER($step) }
mistakes-look = Look closely at its attention
mistakes-guess = Predict first: compared with the right run, where will the test loss of the wrong one end?
mistakes-outcome-lower = lower
mistakes-outcome-same = about the same
mistakes-outcome-higher = higher
mistakes-guess-first = Make your guess first.
mistakes-train = { $runs ->
    [one] Train the one that is missing
   *[other] Train both
}
mistakes-would = { NUMBER($steps) } steps each, same seed, same batches
mistakes-run-right = Mistakes: the right one
mistakes-run-wrong = Mistakes: { $mistake }
mistakes-empty = Nothing is trained yet, and the checks below already tell: they are made on the initial parameters. Guess, then train to see what the loss says.
mistakes-curves-look = Lines: training loss, smoothed. Rings: test loss.
mistakes-no-sample = It writes once it trains.
mistakes-diverged = At step { NUMBER($step) } the loss was no longer a number: training stopped there.
mistakes-measured = **Measured.** Test loss right: { $right }, wrong: { $wrong } nats. The wrong one ended: **{ $measured }**.
mistakes-guessed = You guessed: { $guess }. { $mark }
mistakes-guess-right = ✓ That is what happened.
mistakes-guess-wrong = ✗ It went otherwise.
mistakes-learned = **Has it learned to use what came before?**
mistakes-positions = **Where in the window is the loss?**
mistakes-positions-look = The loss curve shows only the mean of these points. When a model writes, it always stands at the last position.

mistakes-none = No mistake
mistakes-no-mask = No mask
    .what = The mask is forgotten: each position also looks at the characters after it, and so at the one it is to foresee.
    .hides = **What the loss hides.** The wonderful loss is a copy: position t reads its answer at position t + 1. The test loss is no better witness, as it is measured the same way. When the model writes, it stands at the last position, where there is no future to copy from: look at the last point below, and at its text.
    .caught = **What catches it.** The cells above the diagonal are not 0, and a changed last character moves the outputs before it. Rows still sum to 1: that check is blind here.
mistakes-softmax-queries = Softmax over queries
    .what = Softmax runs over the wrong axis: for each key the queries share a weight of 1, not for each query the keys. It is the notebook's slip `dim=1`; every shape is right.
    .hides = **What the loss hides.** The mask is there and the upper triangle is 0, yet the future leaks: each column is divided by a sum over later queries. The model learns to read that trace, so its loss may fall below anything honest; the text it writes shows it.
    .caught = **What catches it.** Rows do not sum to 1, and a changed last character moves the outputs before it. The picture of the triangle alone looks right.
mistakes-scale-none = No scale
    .what = The scores are not divided by √head_size. They are larger, so softmax is sharper from the start.
    .hides = **What the loss hides.** It looks like an ordinary loss that learns a little worse or slower: nothing in it says that something is wrong. Sharp weights pass on little gradient, and how much that costs depends on head_size: with small heads you may not see it at all.
    .caught = **What catches it.** Only the factor itself: scores recomputed from Q and K. Rows, triangle and future are all in order.
mistakes-scale-embedding = Scale by EMBEDDING_SIZE
    .what = The scores are divided by √EMBEDDING_SIZE in place of √head_size: a common slip when one head becomes many. With one head both are the same.
    .hides = **What the loss hides.** Nearly everything: the weights start more even, and training makes up for it by larger queries and keys. Two runs of one seed that end a few hundredths apart prove nothing. It is still another model than the one you meant, and it shows when you compare with others' results.
    .caught = **What catches it.** Only the factor itself: scores recomputed from Q and K.
mistakes-no-positions = No positions
    .what = The position vectors are not added to the token vectors: a character enters the first block the same wherever it stands.
    .hides = **What the loss hides.** It falls, only not as far. The mask still gives some order away, as every position sees another past: so the model is not blind, and the loss looks like that of a smaller model.
    .caught = **What catches it.** What a place adds to its character's vector: here nothing, at every place. Any other check is blind: the attention itself is right.
mistakes-learning-rate = Learning rate too high
    .what = The code is right; the learning rate is about forty times too high.
    .hides = **What the loss hides.** No explosion and no error: gradients are clipped and LayerNorm keeps numbers in bounds, so the loss falls, at first even faster than the right one; then it stays, or climbs back a little. It has learned how often each character occurs and little more. One curve alone looks like a hard text; beside the right one it is plain.
    .caught = **What catches it.** None of the checks of attention: all of them hold for any parameters. Only the last one does, after training: a model that reads the past must beat the counting of pairs.
mistakes-captured-dropout = Weights captured with dropout on
    .what = Training is right. But the weights for the picture are read off in training mode, behind a dropout layer: some are 0, the others too large. This is simulated: in the book's model dropout stands behind the layers, never on the weights; many libraries have one on the weights, too. Here masks of `gptviz.dropout` with a share of 0.1 are laid over the weights of one and the same run.
    .hides = **What the loss hides.** Everything: there is only one run, and nothing is wrong with it. Only the picture lies: holes that look like “this head ignores that character” are chance, and other ones at each step.
    .caught = **What catches it.** Rows do not sum to 1, and the plotted weights times V are not what the head gave.

mistakes-table = Which check catches which mistake?
mistakes-table-lead = Measured now, on each run's newest parameters (before training: its initial ones). ✓ holds, ✗ catches the mistake, – cannot be told yet.
mistakes-table-alt = Rows are mistakes, columns are checks; a cross is a check that fails.
mistakes-table-look = No single check catches everything, and no mistake but the learning rate needs training to be found.
mistakes-pick = Predict first, then see: if you may run two checks only, which two catch most of these mistakes?
    .placeholder = Choose two checks
mistakes-pick-caught = Your two catch **{ $caught } of { $total }**; the best two catch { $best } here. What slips through: { $left }.
mistakes-pick-answer = A check of the numbers (do rows sum to 1, is the scale right) and a check of the behaviour (does the future leak) see different things: the first needs the arrays, the second works on any model, even one whose code you cannot read. That is why all of them stand under every picture of attention here.
mistakes-your-run = The run of your link: { $run }
mistakes-your-run-lead = And if its attention had been written with one of the slips? The same parameters, in a model that is right but for that slip:
mistakes-one-head = This model has one head: head_size is EMBEDDING_SIZE, so scaling by EMBEDDING_SIZE is right here.

mistakes-check-rows = Rows sum to 1
    .measured = furthest off: { $measured }; wrong rows: { NUMBER($places) } of { NUMBER($total) }
mistakes-check-future = Future is exactly 0
    .measured = largest weight above the diagonal: { $measured }; cells that are not 0: { NUMBER($places) } of { NUMBER($total) }
mistakes-check-leak = Last character is unseen
    .measured = it was changed: earlier logits move by up to { $measured }; positions that move: { NUMBER($places) } of { NUMBER($total) }
mistakes-check-scale = Scale is 1/√head_size
    .measured = scores are Q·K × { $measured }, should be { $expected }; wrong heads: { NUMBER($places) } of { NUMBER($total) }
mistakes-check-mix = Weights × V = output
    .measured = largest difference to the heads' output: { $measured }; rows that differ: { NUMBER($places) } of { NUMBER($total) }
mistakes-check-positions = Positions are added
    .measured = from one place to the next, what is added to a character changes by at least { $measured }; neighbours that are the same: { NUMBER($places) } of { NUMBER($total) }
mistakes-check-learned = Beats pair counting
    .measured = loss { $measured }, counting pairs of characters: { $expected } nats
mistakes-check-told = { $name }: { $told }
mistakes-check-unknown = this text is too short to tell

trust-passed = Can this picture be trusted? All checks hold.
trust-failed = { $failed ->
    [one] Can this picture be trusted? One check fails.
   *[other] Can this picture be trusted? { $failed } checks fail.
}
trust-about = Made on your text with the parameters of step { NUMBER($step) }. What each check catches: see the page “{ page-mistakes }”.
