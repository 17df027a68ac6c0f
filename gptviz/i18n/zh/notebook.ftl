# 笔记本页。
page-notebook = 笔记本
    .title = 拆开 PyTorch 笔记本
    .lead = 文本变成 BPE 词元，词元切成窗口，窗口变成向量，向量再通过多头注意力。多头注意力有两种写法。笔记本里有一行写错了，可所有形状都对。
    .computed =
        写法 A 逐个计算每个头，再把结果拼起来；写法 B 一次算完所有的头，把 Q、K、V 切成头。设 x 的形状是 (B, T, E)，D = E / HEADS，两种写法都是

        { $formula }

        （Vaswani 等 2017，3.2 节）。笔记本的错误，是让 softmax 沿查询方向归一化（(B, T, T) 的 dim=1），而不是沿键方向（dim=-1）。

        词元用的是 GPT-2 的字节对编码（`gptviz.corpus.bpe`），窗口来自 `gptviz.notebook.windows.cut_windows`，两种写法在 `gptviz.notebook.attention`。权重用种子 123 随机生成，没有训练：这一课只看代码到底算了什么。
home-lesson-notebook = 多头注意力有两种写法，结果一样吗？哪一行写错了，从形状上却看不出来？

notebook-part-label = 笔记本的哪一部分
notebook-part-windows = 窗口
notebook-part-vectors = 向量
notebook-part-ways = 两种写法
notebook-part-fault = 写错的一行
notebook-part-speed = 速度

notebook-text = 文本
notebook-text-english = 英文示例
notebook-text-chinese = 中文示例
notebook-text-own = 自己的文本
notebook-text-show = 看看这段文本
notebook-text-empty = 请在侧边栏输入或粘贴一段文本，最多 2,000 个字符。词元数要多于 max_length：一个英文单词大约是一个词元，一个汉字大约是两三个。
notebook-stride =
    .help = 从一个窗口的开头到下一个窗口的开头，隔几个词元。笔记本里 max_length 是 4，stride 是 5。
notebook-sizes = head_size 是 { $head_size }；一批就是前 { $batch } 个窗口。
notebook-loading = 正在读取 GPT-2 的词表……
notebook-computing = 工作进程正在用 PyTorch 计算……
notebook-measuring = 工作进程正在测量，大约一秒……

# 第 1 部分：窗口
notebook-windows-lead = 一个窗口就是一起输入的 max_length 个词元，目标是往后移一位的词元。每一行是一个窗口；最下面一行数的是：在整段文本的所有窗口里，这个词元当过几次输入。
notebook-tokens = 词元
    .help = GPT-2 的字节对编码把文本切成这么多块。
notebook-windows = 窗口
    .help = range(0, 词元数 − max_length, stride)
notebook-skipped = 被 stride 跳过
    .help = 夹在两个窗口之间、从不当输入的词元。
notebook-left-over = 末尾剩下
    .help = 最后一个窗口的输入之后的词元。至少有一个：最后一个词元只能当目标。
notebook-first = 图中的第一个窗口
notebook-windows-alt = { $shown } 个窗口，每个 { $max_length } 个词元，每个比上一个往后移 { $stride } 个词元。下面是每个词元当输入的次数。
notebook-picture-token = 文本的词元
notebook-picture-window = 窗口
notebook-picture-input = 输入
notebook-picture-target = 在这个窗口里只是目标
notebook-picture-times = 次数
notebook-picture-never = 从不当输入
notebook-stride-exact = stride = max_length = { $stride }：每个窗口正好从上一个结束的地方开始。到最后一个窗口为止，每个词元都恰好当一次输入。（笔记本后来就改成了这样。）
notebook-stride-overlaps = stride { $stride } 小于 max_length：相邻的窗口共用 { $shared } 个词元。同一个词元会出现好几次，每次在窗口里的位置不同，前文也不同。
notebook-stride-skips = stride { $stride } 大于 max_length { $max_length }：每 { $stride } 个词元里有 { $gap ->
        [1] 1 个从不当输入（橙色）。它只当目标：模型要猜它，却从来看不到它。
       *[other] { $gap } 个从不当输入（橙色）。其中第一个还能当目标，其余的模型根本遇不到。
    }{ $here }
notebook-stride-skipped = { $skipped ->
        [0] 这里还没有第二个窗口，所以暂时一个也没跳过。
       *[other] 这段文本的 { $tokens } 个词元里，这样的有 { $skipped } 个（{ NUMBER($share, style: "percent", maximumFractionDigits: 1) }）。
    }
notebook-small-batch = 这段文本只能切出 { $windows } 个窗口。笔记本的数据加载器会丢掉不满一批（{ $batch } 个窗口）的数据，所以一批也得不到。本页的其他部分就用现有的窗口。
notebook-all-windows = 全部窗口（编号）
notebook-start = 起点
notebook-inputs = 输入
notebook-targets = 目标
notebook-pieces = 输入的文字
notebook-all-tokens = 全部词元和它们的字节
notebook-all-tokens-look = 字节对编码处理的是 UTF-8 字节，不是字符。不常见的字符会被拆成好几个词元：不完整的部分写成字节，如 ‹E8 80›。
notebook-place = 位置
notebook-number = 编号
notebook-piece = 文字
notebook-bytes = 字节
notebook-times-input = 当输入的次数
notebook-times-target = 当目标的次数

# 第 2 部分：向量
notebook-vectors-lead = 每个词元编号从一张表里取一行，窗口里的每个位置从另一张表里取一行。两者相加，才是注意力的输入。
notebook-shapes =
    | | 表 | 结果 |
    |---|---|---|
    | 词元编号 | | `{ $inputs }` |
    | 词元嵌入 | { $token_table } | `{ $tokens }` |
    | 位置嵌入 | { $position_table } | `{ $positions }` |
    | **相加** | | `{ $sums }` |
notebook-window = 窗口
notebook-vectors-token = 词元向量
notebook-vectors-position = 位置向量
notebook-vectors-sum = 两者之和
notebook-vectors-number = 向量的第几个数
notebook-vectors-value = 数值
notebook-vectors-look = 棕色为正，蓝色为负。换一个窗口看看：词元向量变了，位置向量不变，因为每个窗口的第 1 个位置用的都是同一个向量。同一个词元出现在两个位置时，词元向量只有一个，和却有两个。

# 第 3 部分：两种写法
notebook-ways-lead = 写法 A 每个头有一个小注意力。写法 B 的 Q、K、V 各用一个大矩阵，算完再切成头。这里已经把 A 的权重复制到 B。先猜一猜：两者的参数量一样吗？输出一样吗？
notebook-cuts-alt = 写法 B 的查询矩阵，切成 { $heads } 条，每条 { $size } 行。
notebook-cuts-look = 这是写法 B 的查询矩阵。一种颜色是一个头：{ $size } 行，每行 { $embedding } 个数；在写法 A 里，它自己就是一个矩阵。复制权重，就是把 { $heads } 个小矩阵上下叠起来。
notebook-fault = 写法 A 用笔记本里的 softmax(dim=1)
    .help = 关：softmax(dim=-1)，沿键归一化。开：沿查询归一化，和笔记本一样。权重不变。
notebook-parameters-a = 写法 A 的参数量
notebook-parameters-b = 写法 B 的参数量
notebook-difference = 两种输出的最大差
    .help = 这一批输出的所有数里，相差最大的那一个。
notebook-same = 两种写法的输出都是 `{ $shape }`，数值也一样，只差 float32 的舍入：求和次序不同，最后一位就会不同。同一个函数，两种写法。
notebook-different = 两种写法的输出都是 `{ $shape }`，不报错，也没有警告，数值却不同。权重相同，输入相同，只是 A 的 softmax 用错了轴。请看第 4 部分。
notebook-part = 部分
notebook-way-a = 写法 A
notebook-way-b = 写法 B
notebook-count = 参数量
notebook-q = 查询
notebook-k = 键
notebook-v = 值
notebook-output-weight = 输出 · 权重
notebook-output-bias = 输出 · 偏置
notebook-code = 读一读两种写法的代码

# 第 4 部分：写错的一行
notebook-fault-lead = 权重的形状是 (B, T, T)：dim 1 是查询，dim 2（也就是 −1）是键。每个查询把一份注意力分给各个键，所以每一行加起来应该是 1。打开笔记本的错误，看看这些和。
notebook-head = 头
notebook-sums = 每行的和在 **{ $row_low }** 到 **{ $row_high }** 之间，每列的和在 **{ $column_low }** 到 **{ $column_high }** 之间。
notebook-sums-look = 和为 1 的打勾，其余用橙色粗体。用 dim=1 时，加起来等于 1 的是列：每个键把自己分给它所在位置以及后面的各个查询。于是，前面查询的权重就取决于后面的查询。
notebook-weights-alt = 窗口 { $window }、头 { $head } 的注意力权重：行是查询，列是键，并标出行和与列和。
notebook-question = 先猜，再看
notebook-question-asked = 每个窗口只把最后一个词元换成别的，掩码都照常使用。用 dim=1 时，前面 { $earlier } 个位置的输出有几个会变？
notebook-guess-none = 都不变：掩码挡住了未来
notebook-guess-some = 有些会变
notebook-guess-all = 全都会变
notebook-guess-right = ✓ 猜对了。
notebook-guess-wrong = ✗ 和测到的不一样。
notebook-see = 看答案
notebook-leak-place = 窗口里的位置
notebook-leak-change = 输出的最大变化
notebook-leak = 在你的窗口上测得：用 dim=1 时，前面 { $earlier } 个位置里有 **{ $changed }** 个的输出变了，最大变化 **{ $most }**。每一列的分母里都有最后一个查询，未来就从这里绕过掩码泄漏出来。用 dim=-1 时，前面输出的变化恰好是 **{ $right }**。形状看不出这个错误，换掉最后一个词元就看出来了。

# 第 5 部分：速度
notebook-speed-lead = 函数相同，参数量相同。先猜一猜：HEADS 变大时，哪种写法会变慢？慢多少？
notebook-speed-length = 测量时一个窗口有几个词元
notebook-measure = 现在测量
notebook-not-measured = 请按“现在测量”：工作进程会让两种写法和 PyTorch 的融合注意力轮流运行大约一秒。
notebook-speed-a = 写法 A：每个头一个注意力
notebook-speed-b = 写法 B：一个注意力，切成头
notebook-speed-fused = 写法 B，融合注意力
notebook-speed-time = 用时（写法 B、1 个头 = × 1）
notebook-speed-alt = 三种算法的用时随头数的变化。{ $heads } 个头时，写法 A 的用时是写法 B 的 { $ratio } 倍。
notebook-speed-found = { $heads } 个头时，写法 A 的用时是写法 B 的 **{ $a }** 倍，融合注意力是写法 B 的 **{ $fused }** 倍。写法 A 要一个接一个地做 { $heads } 倍之多的小乘法，每次调用都有固定的开销；写法 B 不管几个头，都只做那几次大乘法。
notebook-speed-how = 输入 { $shape }，只算前向，单线程；三者轮流运行，取 { $rounds } 轮里最快的一次。写法 B、1 个头用了 { $base } 毫秒。同时有别的训练在跑时，结果会有些波动：再测一次就好。

error-bpe-empty = 文本是空的。请至少输入一个字符。
error-bpe-too-long = 文本有 { NUMBER($given) } 个字符；这一课最多接受 { NUMBER($most) } 个。请只取一部分。
error-windows-none = 文本只有 { $given } 个词元。max_length 为 { $max_length } 的窗口至少需要 { $needed } 个：输入，再加上后面的目标。请换一段更长的文本，或减小 max_length。
