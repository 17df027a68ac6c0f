# 头数实验：实验页、命令行，以及在集群上训练。
error-cluster-lost = 连不上 { $address } 的 Dask 调度器。已经学到的都在：重新启动调度器和工作进程，再按“继续”。
error-experiment-empty = 没有可以训练的组合：{ $what } 至少要给一个。
error-experiment-too-large = 一个实验最多 { NUMBER($most) } 次训练，现在有 { NUMBER($given) } 次。请减少头数、种子或其他取值。
error-experiment-file = { $path } 里不是实验结果。请换一个文件名，或先删掉它。
error-unknown-experiment = 找不到实验“{ $experiment }”，可能是服务器重启之前的。
error-experiment-complete = 这个实验的每次训练都已完成，没有剩下要做的了。

# 由数字得出的结论。
experiment-conclude-one = 目前只有一种头数训练完成，还没有可比的。
experiment-conclude-one-seed = HEADS { $best } 的损失最低，但只有一个种子，可能只是碰巧：至少用三个种子再看。
experiment-conclude-none-shown = 没有看出差别。HEADS { $best } 的平均损失最低，但没有证据说明其他头数更差。这不等于证明它们一样好：怎样才能分出高下，见下文。
experiment-conclude-not-always = 头不是越多越好：逐个种子相比，HEADS { $most }（每个头的尺寸 { $size }）的损失比 HEADS { $best } 高，相差 { $loss } 奈特。
experiment-conclude-most-is-best = 在这个实验里，头最多的最好：其他头数都比 HEADS { $most } 差。再多会怎样，没有试过。
experiment-conclude-up-to = 头数增加到 HEADS { $enough } 为止有帮助：更少的（HEADS { $worse }）确实比最好的差；超过 { $enough } 之后，没有看出进一步的好处。
experiment-conclude-mixed = HEADS { $good } 与最好的分不出高下；HEADS { $worse } 确实更差。
experiment-loss-lower = HEADS { $heads } 与 { $baseline } 相比：{ $difference } 奈特（{ $seeds } 个种子）。更低，也就是更好。
experiment-loss-higher = HEADS { $heads } 与 { $baseline } 相比：{ $difference } 奈特（{ $seeds } 个种子）。更高，也就是更差。
experiment-loss-none-shown = HEADS { $heads } 与 { $baseline } 相比：{ $difference } 奈特（{ $seeds } 个种子）。没有看出差别：区间包含零。
experiment-loss-too-few = HEADS { $heads } 与 { $baseline } 相比：{ $difference } 奈特，{ $seeds ->
    [0] 还没有两边都完成的种子
   *[other] 只有一个种子
}，是不是碰巧还说不准。
experiment-speed-higher = HEADS { $heads } 比 { $baseline } 训练得快：每秒步数 { $percent } %。
experiment-speed-lower = HEADS { $heads } 比 { $baseline } 训练得慢：每秒步数 { $percent } %。
experiment-speed-none-shown = HEADS { $heads } 与 { $baseline } 相比：每秒步数 { $percent } %。没有看出差别。
experiment-speed-too-few = HEADS { $heads } 与 { $baseline } 相比：每秒步数 { $percent } %，最多只有一个种子。
experiment-settle-seeds = HEADS { $heads } 与 { $baseline }：如果真实的差别就像现在看到的这么大，用大约 { $needed } 个种子，五次实验里有四次能看出来。
experiment-settle-too-many = HEADS { $heads } 与 { $baseline }：差别相对于波动太小，1,000 个种子也分不出来。就这样的训练而言，两者可以算一样好。
experiment-settle-too-few = 每种头数至少要有两个种子才有区间；五个种子是不错的起点。
experiment-settle-falling = 训练结束时测试损失还在下降（最后六分之一的训练里降了 { $fall } 奈特）：训练更久（加大 EPOCHS），次序可能会变。
experiment-settle-flat = 训练结束时测试损失几乎不再下降（最后六分之一的训练里降了 { $fall } 奈特，这时学习率已接近最低）。训练更久会怎样，只有真的训练更久才知道。
experiment-settle-many = 这 { $comparisons } 个区间，每一个都有二十分之一的机会没有包含真值；至少有一个没有包含的机会最多是 { NUMBER($chance, style: "percent") }。
experiment-settle-diverged = 有 { $runs } 次训练发散了，没有算进平均值：平均值只代表训练成功的那些。

# 命令行。
experiment-cli = 用多个种子训练多种头数：头越多越好吗？每次训练在一个核上大约 20 秒。
experiment-cli-heads = 要比较的头数，如 1,2,4,8
experiment-cli-embedding-size = 嵌入尺寸，如 32,64（不写则为 64）
experiment-cli-blocks = 块数，如 1,2（不写则为 2）
experiment-cli-learning-rate = 最高学习率，如 0.004,0.008
experiment-cli-corpus = 语料：{ $names }
experiment-cli-seeds = 每种头数训练几次，各头数用相同的种子：42、43……（不写则为 5）
experiment-cli-baseline = 其他头数与哪一种相比（不写则为 2）
experiment-cli-csv = 每个结果都写进这个文件；文件里已有的结果不再训练
experiment-invalid = 跳过：{ $cell }。{ $reason }
experiment-known = 文件里已有 { $runs } 次训练的结果，不再重复。
experiment-progress = 共 { $runs } 次训练，已完成 { $done } 次，同时进行 { $workers } 次
experiment-left = 大约还要 { NUMBER($seconds) } 秒
experiment-nothing-yet = 还没有训练完成。
experiment-column-parameters = 参数量
experiment-column-seeds = 种子数
experiment-column-loss = 测试损失
experiment-column-difference = 与 HEADS { $baseline } 相比
experiment-column-speed = 步/秒
experiment-load = ± 是平均值的 95 % 区间（学生 t 分布）。每秒步数是在同样的负载下测的：同时进行 { $workers } 次训练，各占一个核，搭配轮换。
