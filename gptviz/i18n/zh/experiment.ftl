# 头数实验：实验页、命令行，以及在集群上训练。
error-cluster-lost = 连不上 { $address } 的 Dask 调度器。已经学到的都在：重新启动调度器和工作进程，再按“继续”。
error-database-away = 数据库暂时连不上，读不到这次训练保存的内容。什么都没丢，等它恢复后再试一次。
error-experiment-empty = 没有可以训练的组合：{ $what } 至少要给一个。
error-experiment-too-large = 一个实验最多 { NUMBER($most) } 次训练，现在有 { NUMBER($given) } 次。请减少头数、种子或其他取值。
error-experiment-file = { $path } 里不是实验结果。请换一个文件名，或先删掉它。
error-unknown-experiment = 找不到实验“{ $experiment }”。链接可能不完整，或者它只保存在已经停掉的服务器的内存里。
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
experiment-speed-higher = HEADS { $heads } 比 { $baseline } 训练得快：每秒步数 { $percent }%。
experiment-speed-lower = HEADS { $heads } 比 { $baseline } 训练得慢：每秒步数 { $percent }%。
experiment-speed-none-shown = HEADS { $heads } 与 { $baseline } 相比：每秒步数 { $percent }%。没有看出差别。
experiment-speed-too-few = HEADS { $heads } 与 { $baseline } 相比：每秒步数 { $percent }%，最多只有一个种子。
experiment-settle-seeds = HEADS { $heads } 与 { $baseline }：如果真实的差别就像现在看到的这么大，粗略估计用 { $needed } 个种子，五次实验里有四次能看出来。
experiment-settle-too-many = HEADS { $heads } 与 { $baseline }：如果真实的差别就像现在看到的这么小，1,000 个种子也看不出来。
experiment-settle-too-few = 每种头数至少要有两个种子才有区间；五个种子是不错的起点。
experiment-settle-falling = 训练结束时测试损失还在下降（最后六分之一的训练里降了 { $fall } 奈特）：训练更久（增大 EPOCHS），名次可能会变。
experiment-settle-flat = 训练结束时测试损失几乎不再下降（最后六分之一的训练里降了 { $fall } 奈特，这时学习率已接近最低）。训练更久会怎样，只有真的训练更久才知道。
experiment-settle-many = 这 { $comparisons } 个区间，每一个都有二十分之一的机会没有包含真值；至少有一个没有包含的机会最多是 { NUMBER($chance, style: "percent") }。
experiment-settle-diverged = 有 { $runs } 次训练发散了，没有算进平均值：平均值只代表训练成功的那些。

# 命令行。
experiment-cli = 用多个种子训练多种头数：头越多越好吗？每次训练在一个核上大约 20 秒。
experiment-cli-heads = 要比较的头数，如 1,2,4,8
experiment-cli-embedding-size = 嵌入尺寸，如 32,64（不写则为 64）
experiment-cli-blocks = 块数，如 1,2（不写则为 2）
experiment-cli-learning-rate = 最高学习率，如 0.004,0.008
experiment-cli-corpus = 训练文本：{ $names }
experiment-cli-seeds = 每种头数训练几次，各头数用相同的种子：42、43……（不写则为 5）
experiment-cli-baseline = 其他头数与哪一种相比（不写则为 2）
experiment-cli-csv = 每个结果都写进这个文件；文件里已有的结果不再训练
experiment-invalid = 跳过：{ $cell }。{ $reason }
experiment-known = 文件里已有 { $runs } 次训练的结果，不再重复。
experiment-progress = 共 { $runs } 次训练，已完成 { $done } 次，同时进行 { $workers } 次
experiment-left = 大约还要 { NUMBER($seconds) } 秒
experiment-progress-left = { $progress }，{ experiment-left }
experiment-nothing-yet = 还没有训练完成。
experiment-column-parameters = 参数量
experiment-column-seeds = 种子数
experiment-column-loss = 测试损失
experiment-column-difference = 与 HEADS { $baseline } 相比
experiment-column-speed = 步/秒
experiment-load = ± 是平均值的 95% 区间（学生 t 分布）。每秒步数是在同样的负载下测的：同时进行 { $workers } 次训练，各占一个核，搭配轮换。

# 头数实验页。
page-heads = 头数
    .title = 头越多越好吗？
    .lead = HEADS 2 和 HEADS 8 各训练一次，什么都证明不了：单是换个种子，损失就会变。这里每种头数都用多个种子训练，答案连同它的不确定性一起给出。
    .computed =
        对每个种子 s，头数 H 和作为基准的 H₀ 用的是相同的批和完全相同的初始参数，所以差别是逐个种子来算的（配对设计）：

        { $formula }

        n 是种子数，s_d 是这些差的标准差，t 是学生分布的分位数（Student 1908）。区间包含零，就是没有看出差别；但这不等于证明没有差别。损失 L 与书中的算法相同：测试文本全部窗口上的平均值。

        速度是所有训练步的中位数，在工作进程里只对每一步计时。同时进行的训练从不多于工作进程，所以大家的负载相同；每个种子从不同的头数开始，搭配因此轮换（`gptviz.experiment`）。
home-lesson-heads = 多头注意力一章的练习：HEADS 取 2、4 还是 8？速度和结果会怎样？差别是不是碰巧？

heads-design = 下一个实验
heads-preset = 起点
heads-preset-chapter = 书中的练习：2、4、8
heads-preset-divisors = 所有能整除的头数
heads-preset-small = 很小的头：直到每个头只有 1 个数
heads-choose = 选一个或几个
heads-heads =
    .help = 只列出能整除某个 EMBEDDING_SIZE 的头数。
heads-seeds = 种子数
    .help = 每种头数训练几次。至少两个种子才有区间，五个是不错的起点。
heads-epochs =
    .help = { NUMBER($quick) } 是快速预设：在迷你莎士比亚上每次训练约 20 秒。只想试试这一页，用它的十分之一就够。
heads-vary = 同时改变别的设置
heads-vary-one = 除 HEADS 之外，这里只能有一项取多个值；那时会画出热力图。
heads-start = 开始实验
heads-would = 共 { NUMBER($runs) } 次训练，每次 { NUMBER($steps) } 步，同时进行 { $workers } 次
heads-empty = 在侧边栏选好头数和种子数，然后开始实验。你看别的页面时它在后台继续，只要每两分钟有人回来看一眼。
heads-viewer = 你正在看别人的实验：什么都可以看，但只有它的主人能控制它。
heads-earlier = HEADS { $heads }，{ $seeds } 个种子（{ $id }）
heads-paused-asked = 实验和它的所有训练都已暂停，随时可以继续。
heads-paused-idle = 两分钟没有人看这个实验，它和所有训练都暂停了。什么都没丢，按“继续”就行。
heads-paused-restart = 服务器重新启动过，实验和它的所有训练因此暂停。什么都没丢：已完成的都在，按“继续”，每次训练从停下的地方接着来。
heads-paused-cluster = 集群不见了，实验因此暂停。什么都没丢。
heads-paused-fault = 程序出了问题，原因见服务器的日志。已完成的都在；按“继续”会重试剩下的。
heads-trouble = 这个实验目前只保存在内存里（{ $trouble }）。实验照常进行，一旦可以写入就会补上。
heads-stopped = 已停止。已完成的都在；按“继续”只训练剩下的。
heads-cell = 设置
heads-runs = 所有训练
heads-runs-legend = ✓ 完成 · ∞ 发散 · ✗ 出错 · ■ 停止 · ‖ 暂停 · 圆点表示在等空闲的工作进程。一行是同一个模型用不同的种子；一列里所有头数的批和初始参数都相同。
heads-open = 看其中一次训练
heads-open-go = 打开

heads-quiz = 先猜，再看
heads-quiz-best = 哪种头数的测试损失会最低？
heads-quiz-none = 看不出差别
heads-quiz-speed = 与 HEADS { $fewest } 相比，HEADS { $most } 训练得……
heads-quiz-faster = 更快
heads-quiz-same = 一样快（相差不到 5%）
heads-quiz-slower = 更慢
heads-quiz-see = 看结果
heads-answer-best = 你的猜测：{ $guess }。{ $all ->
    [1] 到目前为止，没有证据说明哪种头数比最好的差。
   *[other] 到目前为止最好的，以及与它分不出高下的：{ $good }。
}
heads-answer-speed = 你的猜测：{ $guess }。与 HEADS { $fewest } 相比，HEADS { $most } 的每秒步数 { $percent }%。

heads-baseline = 与哪种头数比
    .help = 其他头数的差别都以它为基准。
heads-slice = 看哪一组
heads-loss = 测试损失
heads-loss-axis = 测试损失（奈特）
heads-loss-alt = 测试损失随 HEADS 的变化：单个种子、平均值和区间。HEADS { $best } 的平均值最低，为 { $loss }。
heads-loss-look = 灰点是一次次训练，细线把同一个种子的训练连起来。这些线的走向都一样吗？一样的话，即使区间重叠，差别也是真的。
heads-speed = 训练速度
heads-speed-axis = 速度（步/秒）
heads-speed-alt = 每秒步数随 HEADS 的变化：{ $speeds }。
heads-speed-look = 每秒步数，同时进行 { $workers } 次训练。矩阵乘法的次数没有变，速度为什么会变？每个头都有自己的 T × T 权重：头数翻倍，softmax 也翻倍。如果同时有别人在这台机器上训练，所有速度都会低一些。
heads-seed = 一个种子
heads-mean = 平均值和 95% 区间
heads-conclusion = 结论
heads-settle = 还没有定论的
heads-table = 具体数值
heads-table-look = ± 是 95% 区间。参数量与 HEADS 无关；head_size = EMBEDDING_SIZE / HEADS 则随它变。
heads-curves = 训练中的测试损失（各种子的平均）
heads-curves-look = 不同的头数是一开始就分开，还是到最后才分开？曲线的最后一点只用 128 个窗口，上面的测试损失用的是全部窗口。
heads-csv = 全部结果（CSV）
heads-grid = 两项同时变化
heads-grid-look = 颜色深表示损失低。叉号表示不可能的组合：HEADS 必须整除 EMBEDDING_SIZE。
heads-invalid = 不可能
heads-more = 再加 { $seeds } 个种子
    .help = 已有的结果都保留，只训练新的种子。
