# 参数页。
page-parameters = 参数
    .title = 参数都在哪里？
    .lead = 参数就是训练时可以改动的一个个数。这里能看到每个参数的位置。参数量主要由哪个常量决定？
    .computed =
        从 n 个数到 m 个数的线性层，有 m × n 的权重和 m 个偏置。用 V、T、E 表示 VOCAB_SIZE、CONTEXT_SIZE、EMBEDDING_SIZE，多头注意力那一章的模型共有

        { $formula }

        个参数。没有位置嵌入，就去掉 TE。没有 Q、K、V 三个线性层（第 3、4 章），注意力只剩 E² + E；没有注意力，这一项就全没了。每个归一化增加 2E：每块两个，最后还有一个。块里的参数要乘以 BLOCKS。HEADS 在式子里根本没有出现。

        表里的每一行来自 `gptviz.analysis.parameter_table`，依据的是两个引擎真正训练的参数名和形状（`gptviz.parameters.parameter_shapes`）。
home-lesson-parameters = 模型有多少参数，由哪些常量决定？为什么和 HEADS 无关？

parameters-sizes = 要数的尺寸
parameters-start = 起点
    .help = 一次填好下面的全部尺寸，之后可以任意移动。
parameters-start-run = 本页的训练
parameters-vocab-size =
    .help = V：一共有多少种不同的字符（或词元）。迷你莎士比亚有 65 种，GPT-2 有 50,257 种。
parameters-context-size =
    .help = T：模型一次最多能看到多少个字符。
parameters-embedding-size =
    .help = E：每个字符用多少个数来表示。
parameters-heads =
    .help = H：每个注意力层里有几个头。只列出能整除 EMBEDDING_SIZE 的数。
parameters-blocks =
    .help = L：注意力层和前馈网络叠多少层。
parameters-attention = 注意力
parameters-attention-weighted = Q、K、V 三个线性层
parameters-attention-plain = 直接用 x（第 3、4 章）
parameters-attention-none = 没有（第 1、2 章）
parameters-positions = 位置嵌入

parameters-count = 共 { NUMBER($count) } 个参数
parameters-total = 整个模型
parameters-axis = 参数量
parameters-factor = 取值是侧边栏里的几倍
parameters-treemap-alt = 用方块表示的 { NUMBER($count) } 个参数。最大的一份是“{ $largest }”，占全部的 { NUMBER($share, style: "percent") }。
parameters-treemap-look = 面积就是参数量。哪些方块最大？哪些几乎找不到？点一个块可以看里面，点它的名字再回来。
parameters-table = 自己数一数
parameters-table-look = V = VOCAB_SIZE，T = CONTEXT_SIZE，E = EMBEDDING_SIZE。线性层有权重（输出 × 输入）和偏置（输出）。
parameters-part = 部分
parameters-formula = 公式
parameters-numbers = 代入数字
parameters-share = 占比
parameters-weight = 权重
parameters-bias = 偏置

parameters-module-token-embedding = 词元嵌入
parameters-module-position-embedding = 位置嵌入
parameters-module-attention = 注意力
parameters-module-feed-forward = 前馈网络
parameters-module-norm = 归一化
parameters-module-output = 输出层
parameters-layer-token-embedding = 词元嵌入
parameters-layer-position-embedding = 位置嵌入
parameters-layer-attention-query = 查询
parameters-layer-attention-key = 键
parameters-layer-attention-value = 值
parameters-layer-attention-output = 注意力输出
parameters-layer-attention-norm = 注意力前的归一化
parameters-layer-feed-forward-input = 前馈网络 E → 4E
parameters-layer-feed-forward-output = 前馈网络 4E → E
parameters-layer-feed-forward-norm = 前馈网络前的归一化
parameters-layer-final-norm = 最后的归一化
parameters-layer-output = 输出层

parameters-heads-title = 为什么公式里没有 HEADS
parameters-heads-query = 这是一层的查询矩阵，按不同的头数来切：一种颜色就是一个头分到的那几行。这里 { $heads } × { $size } × { $embedding } = { NUMBER($product) }：HEADS · head_size 总等于 EMBEDDING_SIZE，所以矩阵还是同一个，只是切法不同。键、值、输出也一样。头多了，看的角度更多、每个更窄，参数并没有变多。
parameters-heads-x = 这个模型的查询、键、值都直接用 x：HEADS 只是把每个位置的 { $embedding } 个数切成 { $heads } × { $size }，连可切的矩阵都没有。有了 Q、K、V，上图就是它们的权重：不管几个头，都是 { $embedding } × { $embedding } = { NUMBER($product) }。
parameters-heads-none = 这个模型没有注意力，没有什么可以切成头。请在侧边栏选一种注意力。
parameters-heads-alt = 一个 { $size } × { $size } 的方阵，按几种头数各画一次，每次切成与头数相同的等宽条带。

parameters-quiz = 先猜，再看
parameters-quiz-lead = 只改一个常量，其余不变。参数量会怎样？每一行先猜一猜，再看答案。
parameters-quiz-see = 看答案
parameters-change-same = 不变
parameters-change-little = 多一点（不到 1.5 倍）
parameters-change-double = 大约两倍
parameters-change-more = 明显超过两倍（2.5 倍以上）
parameters-quiz-step = 改动
parameters-quiz-factor = 倍数
parameters-quiz-guess = 你的猜测
parameters-quiz-mark = 对吗？
parameters-quiz-right = { $asked } 题猜对 { $right } 题。
parameters-growth = 哪个常量决定参数量？
parameters-growth-look = 两条轴上的一步都是倍数，所以斜率就是幂次。HEADS 是平的。BLOCKS 几乎成正比：块数翻倍，参数量接近翻倍。EMBEDDING_SIZE 最陡，因为大部分矩阵是 E × E 或 E × 4E：尺寸翻倍，参数量接近四倍。VOCAB_SIZE 的影响总是很小吗？试试 GPT-2 的 50,257。
parameters-move = 只动一个，其余不变
parameters-move-look = 虚线是侧边栏里的取值。哪些颜色在变大？哪些没有变？
