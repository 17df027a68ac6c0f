# 生成页：用一次训练的模型写字，看每一次选择，给文本打分。
page-generate = 生成
    .title = 模型怎样选出下一个字符？
    .lead = 模型从来不是“写一个词”：它一次次给每个字符一个概率，抽出一个，接到文本末尾。颜色表示每次选择有多意外。**点一个字符**，看它被选中的那一刻。
    .computed =
        模型给每个字符 i 一个 logit z，也就是还没有变成概率的输出。Top-k 只留下最高的 k 个，再除以温度 τ，经 softmax 变成概率（各种选法见 Holtzman 等 2020，第 4 节）：

        { $formula }

        τ = 0 时直接取 logit 最高的字符。损失、名次和第一个熵都用模型自己的概率（τ = 1，全部字符）；熵是 −Σ p log₂ p，单位是比特。每个位置有一个随机数，只取决于种子和位置：一口气写完和一个一个写，文本完全相同。

        只要文本还放得进 CONTEXT_SIZE，前面字符的键和值就留着不再重算（`gptviz.analysis.key_value_cache`），只算新字符的那一行。之后窗口开始滑动，每个字符都换了位置、也换了位置向量，整个窗口就要重算。各个头的那一行，是 `gptviz.trace.trace` 算出的权重的最后一行。
home-lesson-generate = 模型怎样选出下一个字符？温度改变了什么？

generate-prompt = 提示文本
    .help = 模型接着它往下写。留空，就看模型自己怎样开头。
generate-empty = 提示文本是空的，但模型至少要看到一个字符：文本从 { $character } 开始。
generate-mend = 请先改正侧边栏里的提示文本：模型只认识它学过的文本里的字符。
generate-step = 训练步数
    .help = 由哪个快照来写。早期的快照还不懂什么。
generate-temperature = 温度
    .help = 0 总是取概率最大的字符；1 按模型自己的概率抽取；大于 1 时，各个字符的概率越来越接近。
generate-topk-all = 全部
generate-topk-help = 只从概率最大的 k 个字符里抽取。留空就是全部。
generate-topk-above = 词表只有 { NUMBER($vocabulary) } 个字符，这个 top-k 等于全部保留。
generate-seed = 写作的种子
    .help = 种子、提示文本和设置都相同，写出的文本就相同。

generate-write = 写 { $count } 个字符
generate-one = 写一个字符
generate-stop = 停止
generate-clear = 重新开始
generate-undo = 还是让模型来选
generate-writing = 模型正在写。写完后点一个字符，看它是怎样选出来的。
generate-full = 文本到 { NUMBER($most) } 个字符就满了。要写另一段，请重新开始。
generate-stuck = 训练 { NUMBER($step) } 步后，这个模型的数值已不再有限，给不出概率：训练发散了。请选更早的训练步数。
generate-text = 文本，提示文本在最前
generate-hint = 指着一个字符看它的损失；点它，看它是怎样选出来的。
generate-cropped = 提示文本有 { NUMBER($given) } 个字符；每次选择前，模型最多只看最后 { NUMBER($context) } 个。变淡的部分它看不到。
generate-window = 模型最多只看最后 { NUMBER($context) } 个字符。选出框中的字符时，变淡的部分它已看不到。
generate-loss-short = 损失
generate-nats = 奈特
generate-probability-short = 概率
generate-foreseen = 意料之中
generate-surprising = 出乎意料
generate-given = 是给定的，不是模型选的

generate-nothing = 还什么都没写。按“{ generate-one }”看一次选择，或按“{ generate-write-short }”看许多次。
generate-write-short = 写
generate-moment = 第 { NUMBER($number) } 个字符：{ $character }
generate-rank = 名次
    .help = 1 表示在模型看来，没有哪个字符比它更可能。
generate-rank-of = { $rank } / { $vocabulary }
generate-probability = 概率
    .help = 模型自己给这个字符的概率：温度 1，全部字符。
generate-drawn = 抽取概率
    .help = 经过温度和 top-k 之后的概率：抽取时用的就是它。
generate-by-hand = 手选
generate-loss = 损失（奈特）
    .help = 模型自己的概率取 −log。0 表示它十拿九稳。
generate-entropy = 熵（比特）
    .help = 模型有多拿不准：0 比特是确定，1 比特像抛硬币，log₂(V) 是毫无头绪。
generate-entropy-drawn = 抽取时的熵
    .help = 经过温度和 top-k 之后的概率的熵，单位是比特。
generate-number = 随机数
    .help = 把抽取概率按词表次序叠起来，这个数落在哪一段，就选哪个字符。它只取决于种子和位置。
generate-choices = 还有哪些字符可能
generate-choices-alt = 概率最大的几个字符；第一个是 { $character }，概率 { $probability }。
generate-axis = 概率
generate-model = 模型
generate-drawn-from = 经过温度和 top-k
generate-branch = 在这里换一个字符
generate-branch-help = 它前面的文本不变，换上选中的字符，模型从那里接着写。
generate-heads = 每个头看了哪里
generate-heads-alt = 每个头的注意力的最后一行。看得最重的一处：{ $head } 看 { $character }（{ $weight }）。
generate-heads-look = 每个头一行，从最新的字符往回看模型看到的一切。哪个头看前一个字符，哪个头看空格或换行？
generate-no-attention = 这个模型没有注意力层（第 1、2 章）：它只看到最新的一个字符和它的位置。
generate-seen = 模型看到的，最新的在右边

generate-score = 它对一段给定的文本预料得怎么样？
generate-score-lead = 这里什么都不抽：对你的文本里的每个字符，模型根据它前面的字符，认为它有多可能？
generate-scored = 要打分的文本
    .help = 至少两个字符。一开始放的是模型从没训练过的一段文本。
generate-score-short = 请至少写两个字符：第一个字符前面什么都没有，无从预料。
generate-score-hint = 指着一个字符看它的损失。
generate-score-cropped = 文本有 { NUMBER($given) } 个字符，只给前 { NUMBER($most) } 个打分：这个模型要在每个字符前重新问一次。
generate-score-windows = 文本比 CONTEXT_SIZE 长：用彼此重叠一半的窗口来读，每个字符由它前面至少 { NUMBER($half) } 个、至多 { NUMBER($context) } 个字符来预料。
generate-score-sees-future = 这个模型读整段文本时能看到后面的字符。所以像写作时那样，在每个字符前重新问它一次。和它的训练损失比一比：那是偷看了答案算出来的。
generate-mean = 平均损失（奈特）
    .help = 除第一个字符外，所有字符 −log p 的平均值：训练要减小的就是它。
generate-perplexity = 困惑度
    .help = e 的“平均损失”次方：就像在这么多个同样可能的字符里选一个那样拿不准。
generate-chance = 什么都不懂
    .help = ln(V)：认为所有字符同样可能的模型的损失。
generate-count = 字符数
    .help = 被预料的字符，不包括第一个。

generate-quiz-ask = 让你的模型给四种文本打分。哪一种的平均损失最低？
generate-quiz-real = 没训练过的真实文本
generate-quiz-own = 模型在温度 1 时写的
generate-quiz-greedy = 模型在温度 0 时写的
generate-quiz-shuffled = 打乱次序的真实字符
generate-quiz-told = 平均损失最低的是“{ $kind }”，{ $nats } 奈特；其次是“{ $next }”，{ $next_nats }。
generate-quiz-kind = 文本
generate-quiz-example = 例子
generate-quiz-answer = 温度为 0 时，模型每次都取自己认为最可能的字符：它几乎从不意外，却多半在兜圈子。所以，对自己写的文本损失低，说明不了写得好。能说明问题的是对**真实**文本的损失，训练减小的正是它。真实文本和温度 1 的损失越接近，说明模型越清楚自己该有多拿不准。打乱的字符则告诉你：这一切有多少要归功于次序。
error-sampling = { $name } 是 { $given }；可用的是：{ $valid }。
