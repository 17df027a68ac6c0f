# The head-count experiment: heads page, command line, and training on a cluster.
error-cluster-lost = The Dask scheduler at { $address } cannot be reached. Nothing is lost: start it and its workers again, then press Resume.
error-database-away = What is kept of this run cannot be read at the moment: the database is away. Nothing is lost; try again when it is back.
error-experiment-empty = There is nothing to train: give at least one of { $what }.
error-experiment-too-large = One experiment has at most { NUMBER($most) } runs; these settings make { NUMBER($given) }. Take fewer head counts, seeds or other values.
error-experiment-file = { $path } does not hold results of an experiment. Give another file name, or remove it.
error-unknown-experiment = There is no experiment “{ $experiment }”. Its link may be cut short, or the experiment was only in the memory of a server that has ended.
error-experiment-complete = Every run of this experiment has finished; nothing is left to do.

# The conclusion, computed from the numbers.
experiment-conclude-one = Only one head count has finished so far, so there is nothing to compare yet.
experiment-conclude-one-seed = HEADS { $best } has the lowest loss, but with a single seed this may be chance: take at least three seeds.
experiment-conclude-none-shown = No difference shown. HEADS { $best } has the lowest mean loss, but no other head count is shown to be worse. That is no proof that they are equal: see below what would settle it.
experiment-conclude-not-always = More heads are not always better: HEADS { $most } (head size { $size }) ends { $loss } nats above HEADS { $best }, seed by seed.
experiment-conclude-most-is-best = In this experiment the most heads are the best: all others are shown to be worse than HEADS { $most }. Beyond it, nothing was tried.
experiment-conclude-up-to = More heads help up to HEADS { $enough }: fewer (HEADS { $worse }) are shown to be worse than the best; beyond { $enough } no further gain is shown.
experiment-conclude-mixed = HEADS { $good } cannot be told from the best; HEADS { $worse } are shown to be worse.
experiment-loss-lower = HEADS { $heads } against { $baseline }: { $difference } nats over { $seeds } seeds. Lower, so better.
experiment-loss-higher = HEADS { $heads } against { $baseline }: { $difference } nats over { $seeds } seeds. Higher, so worse.
experiment-loss-none-shown = HEADS { $heads } against { $baseline }: { $difference } nats over { $seeds } seeds. No difference shown: the interval contains zero.
experiment-loss-too-few = HEADS { $heads } against { $baseline }: { $difference } nats, from { $seeds ->
    [0] no seed that both have finished
   *[other] a single seed
}: nothing can be said of chance.
experiment-speed-higher = HEADS { $heads } trains faster than { $baseline }: { $percent }% steps per second.
experiment-speed-lower = HEADS { $heads } trains slower than { $baseline }: { $percent }% steps per second.
experiment-speed-none-shown = HEADS { $heads } against { $baseline }: { $percent }% steps per second. No difference shown.
experiment-speed-too-few = HEADS { $heads } against { $baseline }: { $percent }% steps per second, from one seed at most.
experiment-settle-seeds = HEADS { $heads } against { $baseline }: if the true difference is as large as it looks, roughly { $needed } seeds would show it in four experiments of five.
experiment-settle-too-many = HEADS { $heads } against { $baseline }: if the true difference is as small as it looks, not even 1,000 seeds would show it.
experiment-settle-too-few = With two seeds or more for each head count there are intervals; five are a good start.
experiment-settle-falling = At the end the test loss was still falling (by { $fall } nats in the last sixth of training): longer training (EPOCHS) may change the order.
experiment-settle-flat = At the end the test loss had nearly stopped falling ({ $fall } nats in the last sixth of training, with the learning rate near its minimum). What a longer training would bring, only a longer training shows.
experiment-settle-many = Each of the { $comparisons } intervals misses the truth in one experiment of twenty. That at least one of them does: a chance of up to { NUMBER($chance, style: "percent") }.
experiment-settle-diverged = { $runs ->
    [one] One run diverged and is
   *[other] { $runs } runs diverged and are
} not in the means: the means are of those that went well.

# The command line.
experiment-cli = Train several head counts with several seeds; are more heads better? About 20 seconds a run and core.
experiment-cli-heads = head counts to compare, as 1,2,4,8
experiment-cli-embedding-size = embedding sizes, as 32,64 (64 if not given)
experiment-cli-blocks = numbers of blocks, as 1,2 (2 if not given)
experiment-cli-learning-rate = highest learning rates, as 0.004,0.008
experiment-cli-corpus = texts: { $names }
experiment-cli-seeds = how often each head count is trained; all get the same seeds: 42, 43, ... (5 if not given)
experiment-cli-baseline = head count that the others are compared with (2 if not given)
experiment-cli-csv = write each result to this file; results that are in it already are not trained again
experiment-invalid = Left out: { $cell }. { $reason }
experiment-known = { $runs ->
    [one] One run is
   *[other] { $runs } runs are
} in the file already and will not be repeated.
experiment-progress = { $done } of { $runs ->
    [one] { $runs } run
   *[other] { $runs } runs
}, { $workers } at once
experiment-left = about { NUMBER($seconds) } s left
experiment-progress-left = { $progress }, { experiment-left }
experiment-nothing-yet = No run has finished yet.
experiment-column-parameters = parameters
experiment-column-seeds = seeds
experiment-column-loss = test loss
experiment-column-difference = against HEADS { $baseline }
experiment-column-speed = steps/s
experiment-load = ± is the 95% interval of the mean (Student's t). Steps per second were measured under equal load: { $workers ->
    [one] one run at a time
   *[other] { $workers } runs at once
}, each with a core of its own, in changing company.

# The heads page.
page-heads = Heads
    .title = Are more heads better?
    .lead = One run with HEADS 2 and one with HEADS 8 prove nothing: the seed alone changes the loss. Here every head count is trained with several seeds, and the answer comes with its uncertainty.
    .computed =
        For each seed s the head counts H and H₀ (the baseline) get the same batches and the very same initial parameters, so the difference is taken seed by seed (a paired design):

        { $formula }

        n is the number of seeds, s_d the standard deviation of the differences, t the quantile of Student's distribution (Student 1908). An interval that contains zero shows no difference; that is not a proof that there is none. The loss L is the chapter's: the mean over all windows of the test text.

        Speed is the median over all training steps, timed in the worker around each step alone. Never do more runs train at once than there are workers, so all run under the same load; each seed begins with another head count, so that neighbours change (`gptviz.experiment`).
home-lesson-heads = The chapter's exercise: HEADS 2, 4 or 8? What happens to speed and result, and is it more than chance?

heads-design = The next experiment
heads-preset = Start from
heads-preset-chapter = The chapter's exercise: 2, 4, 8
heads-preset-divisors = All head counts that divide
heads-preset-small = Small heads: down to head size 1
heads-choose = Choose one or more
heads-heads =
    .help = Only head counts that divide an EMBEDDING_SIZE are on offer.
heads-seeds = Seeds
    .help = How often each head count is trained. Two is the least for an interval, five a good start.
heads-epochs =
    .help = { NUMBER($quick) } is the quick preset: about 20 seconds a run on Tiny Shakespeare. A tenth of it is enough to try the page.
heads-vary = Vary something else too
heads-vary-one = Besides HEADS only one of these may have several values; then there is a heat map.
heads-start = Run the experiment
heads-would = { $runs ->
    [one] 1 run
   *[other] { NUMBER($runs) } runs
} of { NUMBER($steps) } steps each, { $workers } at once
heads-empty = Choose head counts and seeds at the side, then run the experiment. It goes on in the background while you look at other pages, as long as somebody comes back here every two minutes.
heads-viewer = You are looking at someone else's experiment: you can see everything, but only its owner can control it.
heads-earlier = HEADS { $heads }, { $seeds ->
    [one] { $seeds } seed
   *[other] { $seeds } seeds
} ({ $id })
heads-paused-asked = Paused, with all its runs. Resume it when you like.
heads-paused-idle = Nobody looked at this experiment for two minutes, so it paused with all its runs. Nothing is lost: resume it when you like.
heads-paused-restart = The server was restarted, so the experiment paused with all its runs. Nothing is lost: what has finished is kept, and resuming goes on where each run stood.
heads-paused-cluster = The cluster is gone, so the experiment paused. Nothing is lost.
heads-paused-fault = Something went wrong in the program; the server's log says what. What has finished is kept; resuming tries the rest again.
heads-trouble = At the moment this experiment is kept only in memory ({ $trouble }). It goes on, and is written as soon as that is possible again.
heads-stopped = Stopped. What has finished is kept; resuming trains only the rest.
heads-cell = Settings
heads-runs = All runs
heads-runs-legend = ✓ finished · ∞ diverged · ✗ failed · ■ stopped · ‖ paused · a dot waits for a worker. One row trains the same model with different seeds; one column has the same batches and the same first parameters for every head count.
heads-open = Look at one of the runs
heads-open-go = Open it

heads-quiz = Predict first, then see
heads-quiz-best = Which head count will have the lowest test loss?
heads-quiz-none = no difference to see
heads-quiz-speed = Against HEADS { $fewest }, HEADS { $most } trains …
heads-quiz-faster = faster
heads-quiz-same = as fast (within 5%)
heads-quiz-slower = slower
heads-quiz-see = Show the results
heads-answer-best = You predicted: { $guess }. { $all ->
    [1] So far no head count is shown to be worse than the best.
   *[other] So far the best, and not to be told apart: { $good }.
}
heads-answer-speed = You predicted: { $guess }. HEADS { $most } makes { $percent }% steps per second against HEADS { $fewest }.

heads-baseline = Compare with
    .help = The differences of all other head counts are taken to this one.
heads-slice = Look at
heads-loss = Test loss
heads-loss-axis = Test loss (nats)
heads-loss-alt = Test loss against HEADS: single seeds, means and intervals. HEADS { $best } has the lowest mean, { $loss }.
heads-loss-look = Grey points are single runs; a line joins the runs of one seed. Do the lines all go the same way? Then the difference is real even where the intervals overlap.
heads-speed = Speed of training
heads-speed-axis = Speed (steps/s)
heads-speed-alt = Steps per second against HEADS: { $speeds }.
heads-speed-look = Steps per second, { $workers ->
    [one] one run at a time
   *[other] { $workers } runs at once
}. Why does speed change although the number of multiplications in the matrices does not? Each head has its own T × T weights: twice the heads, twice the softmax. If other people train on this machine at the same time, all speeds are lower.
heads-seed = one seed
heads-mean = mean, 95% interval
heads-conclusion = Conclusion
heads-settle = What is open
heads-table = The numbers
heads-table-look = ± is the 95% interval. The number of parameters does not depend on HEADS; head_size = EMBEDDING_SIZE / HEADS does.
heads-curves = Test loss during training, mean over seeds
heads-curves-look = Do the head counts part early, or only at the end? The last point is on 128 windows; the test loss above is on all of them.
heads-csv = All results as CSV
heads-grid = Two things vary
heads-grid-look = Dark is low. A cross is a combination that cannot be: HEADS must divide EMBEDDING_SIZE.
heads-invalid = cannot be
heads-more = Add { $seeds ->
        [one] { $seeds } seed
       *[other] { $seeds } seeds
    }
    .help = The results so far are kept; only the new seeds are trained.
