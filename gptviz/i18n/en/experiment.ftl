# The head-count experiment: heads page, command line, and training on a cluster.
error-cluster-lost = The Dask scheduler at { $address } cannot be reached. Nothing is lost: start it and its workers again, then resume.
error-experiment-empty = There is nothing to train: give at least one of { $what }.
error-experiment-too-large = { NUMBER($given) } runs are too many for one experiment; at most { NUMBER($most) } are possible. Take fewer head counts, seeds or other values.
error-experiment-file = { $path } does not hold results of an experiment. Give another file name, or remove it.
error-unknown-experiment = There is no experiment “{ $experiment }”. It may be from before the server was restarted.
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
experiment-speed-higher = HEADS { $heads } trains faster than { $baseline }: { $percent } % steps per second.
experiment-speed-lower = HEADS { $heads } trains slower than { $baseline }: { $percent } % steps per second.
experiment-speed-none-shown = HEADS { $heads } against { $baseline }: { $percent } % steps per second. No difference shown.
experiment-speed-too-few = HEADS { $heads } against { $baseline }: { $percent } % steps per second, from one seed at most.
experiment-settle-seeds = HEADS { $heads } against { $baseline }: if the true difference is as large as it looks, about { $needed } seeds would show it in four experiments of five.
experiment-settle-too-many = HEADS { $heads } against { $baseline }: the difference is so small against its spread that not even 1,000 seeds would settle it. For this training the two are as good as equal.
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
experiment-progress = { $done } of { $runs } runs, { $workers } at once
experiment-left = about { NUMBER($seconds) } s left
experiment-nothing-yet = No run has finished yet.
experiment-column-parameters = parameters
experiment-column-seeds = seeds
experiment-column-loss = test loss
experiment-column-difference = against HEADS { $baseline }
experiment-column-speed = steps/s
experiment-load = ± is the 95 % interval of the mean (Student's t). Steps per second were measured under equal load: { $workers } runs at once, each with a core of its own, in changing company.
