# 形状页。
page-shapes = 形状
    .title = 注意力怎样切成多个头，又怎样合回去？
    .lead = 在你自己训练的模型里，把一个注意力层从 x 到输出一步一步走一遍。每个数都是真的：指着它，就能看到它由什么算出来。
    .computed =
        Q、K、V 切成 H 个头，每个头有 D = EMBEDDING_SIZE / HEADS 个数，第 h 个头计算

        { $formula }

        在输出线性层之前，各个头互不相见（Vaswani 等 2017，3.2.2 节）。所有数组都由 `gptviz.trace.trace` 用你的文本和选中的快照算出，中间的步骤在 `gptviz.analysis.attention_steps`。本页的代码行在我们的测试里用 NumPy 和 PyTorch 真正运行过，得到的正是这些数组。公式里的位置、头和编号和代码一样从 0 数起。
home-lesson-shapes = 一个头的每个数从哪里来？reshape 和 transpose 究竟做了什么？

shapes-none = 这个模型没有注意力层（第 1、2 章），没有什么可以切成头。训练一个带注意力的吧。
shapes-moment = 训练到第几步
shapes-cut =
    .help = 把这一层切成几个头。这次训练用的是 { $heads } 个头。
shapes-cut-otherwise = 同样的数，换一种切法：这次训练用的是 HEADS = { $trained }，现在看到的是完全相同的 Q、K、V 切成 { $heads } 个头。没有一个参数的形状会变。但这并不是用 { $heads } 个头训练出来的模型：这些权重是按原来的切法学出来的。

shapes-title = 一步一步走过一个注意力层
shapes-back = 上一步
shapes-next = 下一步
shapes-hint = 用 ← → 一步步走。指着一格，看它从哪里来；点一下就留住它，这时页面的链接也指向这里。按 Tab 可以走到图上，再用方向键移动格子。
shapes-axes = B 批 · T 文本中的位置 · E EMBEDDING_SIZE · H HEADS · D head_size = E / H。每一行是一个字符。蓝色是负数，灰色是 0，棕色是正数。
shapes-position = 位置
shapes-query = 查询
shapes-key = 键
shapes-number = 编号
shapes-head = 头
shapes-future = 未来
shapes-largest = 最大的一项
shapes-this-head = 头 { $head }
shapes-other-heads = 其他的头

shapes-step-input = x：这一层读到的东西
    .look = 每个字符是一行，有 { $embedding } 个数。每个头都会读到全部的数：头并不是 x 的一部分。
shapes-step-input-plain = x：这一层读到的东西
    .look = 每个字符是一行，有 { $embedding } 个数。这个模型没有 Q、K、V 线性层，所以头 { $head } 直接分到框住的第 { $first } 到 { $last } 列。
shapes-step-project = 三个线性层得到 Q、K、V
    .look = Q 用来问，K 用来被找到，V 是要交出去的内容。每个数都是 x 的一整行乘以权重的一行，再加偏置。框住的第 { $first } 到 { $last } 列将属于头 { $head }，它们由各个权重的第 { $first } 到 { $last } 行算出。
shapes-step-project-plain = Q、K、V 就是 x 本身
    .look = 这个模型在这里没有线性层（第 3、4 章）：问的、被找到的、交出去的，都是同样的数。
shapes-step-split = reshape：把每一行看成 H 小段
    .look = { $embedding } = { $heads } × { $size }：数没有变，在内存里的次序也没有变，只是把一行看成 { $heads } 段，每段 { $size } 个。看那个框：第 { $first } 到 { $last } 列现在就是头 { $head }。
shapes-step-transpose = transpose：把头放到前面
    .look = 现在每个头都有自己的一张 T × D 的表，一次矩阵乘法就能同时算完所有的头。为什么不直接把 (B, T, E) reshape 成 (B, H, T, D)？那样形状是对的，数却错了：一个头的同一行里会混进不同字符的片段。
shapes-step-scores = Q Kᵀ：每个查询遇到每个键
    .look = 一个分数就是 Q 的一行乘以 Kᵀ 的一列：{ $size } 个乘积，每一维一个。下面的柱子就是这些乘积，加起来正好是这个分数。你指着的这一对字符，是由哪几维决定的？
shapes-step-scale = 除以 √D
    .look = { $size } 个乘积加起来，项数越多，散得越开。除以 √{ $size } = { NUMBER($divisor, maximumFractionDigits: 3) } 之后，不管头有多大，分数都差不多大小。左边是之前，右边是之后，用的是同一套颜色。再往下可以看到它对权重的影响。
shapes-step-scale-embedding-size = 除以 √E
    .look = 这个模型除以 √{ $embedding } = { NUMBER($divisor, maximumFractionDigits: 3) }，而不是 head_size { $size } 的平方根。只有一个头时两者相同；头多了，分数就偏小，权重就过于平均。
shapes-step-scale-none = 没有缩放
    .look = 这个模型不对分数做除法：每个分数是 { $size } 个乘积之和，散得很开，softmax 很快就会把几乎全部权重放在一个键上。
shapes-step-mask = 掩码：未来变成 −∞
    .look = 一个字符不许看后面的字符。对角线以上的分数都变成 −∞，而 e 的 −∞ 次方恰好是 0。
shapes-step-mask-none = 没有掩码
    .look = 这个模型不是因果的：每个字符都能看到其他所有字符，包括后面的。这一步什么也没有变。
shapes-step-softmax = softmax：每一行变成总和为 1 的份额
    .look = 对每个分数取 e 的幂，再除以这一行的总和。每一行权重加起来是 1。注意力页画的就是这张图；下面的柱子是你指着的那个查询的一行。
shapes-step-softmax-queries = 对查询做 softmax：每一列变成总和为 1 的份额
    .look = 这个模型在错误的轴上归一化：列加起来是 1，行却不是。于是每个权重都取决于后面的查询，未来就漏了进来，尽管所有的形状都对。
shapes-step-mix = weights @ V：把找到的混合起来
    .look = 结果的每一行，是 V 的各行按权重混合而成。下面的柱子是一格的各个乘积，每个字符一个：这个数主要是谁带来的？
shapes-step-transpose-back = 再 transpose：把位置放回前面
    .look = (B, H, T, D) 变回 (B, T, H, D)：同一个字符在各个头里的结果，又站到了同一行。框住的一段是头 { $head } 找到的。
shapes-step-merge = reshape：各个头并排合起来
    .look = { $heads } × { $size } = { $embedding }：各段合拢，每行又是 { $embedding } 个数。第 { $first } 到 { $last } 列是头 { $head } 的，正是当初为它切出来的那几列。
shapes-step-output = 输出线性层把各个头混合起来
    .look = 直到这里，各个头才相遇。输出的每个数，都是对这个字符全部 { $embedding } 个数求和：有颜色的柱子来自头 { $head }，灰色的来自其他的头。

shapes-scale = 为什么要除以 √D？
shapes-scale-lead = 假如 q 和 k 的各个数相互独立、方差为 1，那么 { $size } 维的乘积之和的标准差就是 √{ $size } = { NUMBER($divisor, maximumFractionDigits: 2) }。分数太大，softmax 就只选一个键，其余的几乎分不到，梯度也就几乎传不过去。下面是这一层所有头的全部字符对。
shapes-scale-none = 不除
shapes-scale-head-size = 除以 √D = √{ $size }
shapes-scale-embedding-size = 除以 √E = √{ $embedding }
shapes-scale-numbers = { $name }：分数的标准差是 { NUMBER($deviation, maximumFractionDigits: 2) }；每个查询最大的那个权重，平均是 { NUMBER($largest, style: "percent", maximumFractionDigits: 0) }。
shapes-scale-numbers-alone = { $name }：分数的标准差是 { NUMBER($deviation, maximumFractionDigits: 2) }。只有一个字符，所以权重都是 1。
shapes-scale-one = head_size 为 1 时平方根也是 1：除不除都一样。请减少 HEADS。
shapes-score = 分数
shapes-share = 占字符对的比例

shapes-quiz = 先猜，再看
shapes-quiz-scores = HEADS 从 { $heads } 变成 { $other }，这一层要算的分数会
    .why = 每个头都有自己的一张 T × T 的分数表：H · T · T。
shapes-quiz-products = 那么算出所有这些分数，一共要做的乘法会
    .why = 头多了，每一段就短了：H · T · T · D = T · T · E，里面没有 HEADS。
shapes-quiz-scale = 如果不缩放，这一层里每个查询最大的权重平均会
    .why = 除法让分数彼此靠近，softmax 就分得更平均。再试试训练初期的快照，或换一个 HEADS。
shapes-quiz-less = 变少
shapes-quiz-same = 不变
shapes-quiz-more = 变多
shapes-quiz-see = 看答案
shapes-quiz-nothing = 请换一段长一点的文本：只有一个数，没什么可猜的。
