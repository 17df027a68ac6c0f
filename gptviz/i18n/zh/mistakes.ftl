# 错误页，以及注意力图下面的可信度面板。
page-mistakes = 错误
    .title = 写错了，你看得出来吗？
    .lead = 七个运行时不报错的错误。先猜它会让损失怎样，再和正确的一起训练，看是哪项检查抓住了它。
    .computed =
        两次训练都用快速预设，在迷你莎士比亚上训练 { NUMBER(300) } 步，种子相同，每批数据相同，不同的只有那个错误。（去掉位置嵌入时，初始值也会不同：少抽了一个数组。）

        检查未来时，把文本的最后一个字符换掉（x 变成 x′），比较它之前所有位置的 logits：

        { $formula }

        掩码正确的模型，在那些位置上是对完全相同的数做完全相同的运算，所以差不是很小，而是恰好为 0。可能有舍入误差的检查，会留出相应的容差。所有检查都在 `gptviz.analysis.checks` 里，读的是用每次训练最新的参数由 `gptviz.trace.trace` 算出的数组。
home-lesson-mistakes = 忘了掩码、弄错了轴、缩放不对：损失隐瞒了什么？什么能让它露馅？

mistakes-choose = 哪个错误
mistakes-right = 正确
mistakes-wrong = 错误
mistakes-both = 两边
mistakes-side = { $role }，训练 { NUMBER($step) } 步后
mistakes-look = 仔细看它的注意力
mistakes-guess = 先猜：和正确的相比，写错的那次测试损失最后会怎样？
mistakes-outcome-lower = 更低
mistakes-outcome-same = 差不多
mistakes-outcome-higher = 更高
mistakes-guess-first = 请先猜一猜。
mistakes-train = { $runs ->
    [1] 训练还缺的那一次
   *[other] 两次都训练
}
mistakes-would = 各 { NUMBER($steps) } 步，种子相同，每批数据相同
mistakes-run-right = 错误课：正确的
mistakes-run-wrong = 错误课：{ $mistake }
mistakes-empty = 还没有训练，下面的检查却已经有了结论：它们用的是初始参数。先猜，再训练，看损失会怎么说。
mistakes-curves-look = 线是平滑后的训练损失，圈是测试损失。
mistakes-no-sample = 开始训练后，它才会写。
mistakes-diverged = 第 { NUMBER($step) } 步的损失已经不是一个数，训练停在了那里。
mistakes-measured = **实测。** 测试损失：正确 { $right }，错误 { $wrong } 奈特。错误的那次：**{ $measured }**。
mistakes-guessed = 你猜的是：{ $guess }。{ $mark }
mistakes-guess-right = ✓ 猜对了。
mistakes-guess-wrong = ✗ 结果不是这样。
mistakes-learned = **它学会利用前文了吗？**
mistakes-positions = **损失在窗口的哪个位置？**
mistakes-positions-look = 损失曲线只显示这些点的平均值。而模型写作时，总是站在最后一个位置上。

mistakes-none = 没有错误
mistakes-no-mask = 没有掩码
    .what = 忘了掩码：每个位置也看得见它后面的字符，其中就有它要预测的那一个。
    .hides = **损失隐瞒了什么。** 漂亮的损失是抄来的：位置 t 直接在位置 t + 1 读到了答案。测试损失也作不了证，因为它是用同样的办法量的。写作时模型站在最后一个位置，那里没有未来可抄：看下面曲线的最后一点，再看它写的文字。
    .caught = **什么能抓住它。** 对角线上方的格子不是 0；换掉最后一个字符，前面的输出也跟着变。每行的和仍然是 1：那项检查在这里什么也看不见。
mistakes-softmax-queries = softmax 弄错了轴（查询）
    .what = softmax 的轴弄错了：不是每个查询把权重 1 分给各个键，而是每个键把 1 分给各个查询。这正是笔记本里 `dim=1` 的错误，所有形状都对。
    .hides = **损失隐瞒了什么。** 掩码在，上三角也是 0，未来还是漏了进来：每一列都除以一个包含后面查询的和。模型学会了读这点痕迹，损失可以低到任何诚实的模型都到不了的地方；它写出来的文字会露馅。
    .caught = **什么能抓住它。** 每行的和不是 1；换掉最后一个字符，前面的输出也跟着变。只看三角形的图，是看不出来的。
mistakes-scale-none = 没有缩放
    .what = 分数没有除以 √head_size。分数偏大，softmax 从一开始就更尖锐。
    .hides = **损失隐瞒了什么。** 看上去就是一条普通的损失曲线，学得差一点或慢一点，没有任何迹象说明出了错。尖锐的权重传回的梯度很小，代价多大取决于 head_size：头很小时，可能根本看不出来。
    .caught = **什么能抓住它。** 只有缩放因子本身：用 Q 和 K 重算分数。行和、上三角、未来，都没有问题。
mistakes-scale-embedding = 按 EMBEDDING_SIZE 缩放
    .what = 分数除以 √EMBEDDING_SIZE，而不是 √head_size：从一个头改成多个头时常犯的错。只有一个头时，两者相同。
    .hides = **损失隐瞒了什么。** 几乎全部：权重一开始更平均，训练会用更大的查询和键补回来。同一个种子的两次训练只差百分之几奈特，什么也证明不了。但它已经不是你想要的那个模型，和别人的结果一比就会出问题。
    .caught = **什么能抓住它。** 只有缩放因子本身：用 Q 和 K 重算分数。
mistakes-no-positions = 没有位置嵌入
    .what = 词元向量没有加上位置向量：一个字符不管站在哪里，进入第一个块时都一样。
    .hides = **损失隐瞒了什么。** 它照样下降，只是降得不够多。掩码还透露了一些次序，因为每个位置看到的过去不同：所以模型并不全盲，损失看上去只像是一个小一点的模型。
    .caught = **什么能抓住它。** 看每个位置给字符的向量加了什么：这里到处都是 0。别的检查都看不见，因为注意力本身没有错。
mistakes-learning-rate = 学习率太高
    .what = 代码没有错，学习率高了约四十倍。
    .hides = **损失隐瞒了什么。** 没有爆炸，也没有报错：梯度被裁剪，归一化把数值管住，于是损失照样下降，开头甚至比正确的还快；然后停住，或者又升回去一点。它学到的差不多只是每个字符有多常见。单看这条曲线，会以为是文本太难；和正确的放在一起，就一目了然。
    .caught = **什么能抓住它。** 注意力的检查一项也抓不住：它们对任何参数都成立。只有训练后的最后一项可以：读得到前文的模型，应该胜过数字符对。
mistakes-captured-dropout = 读权重时没关随机失活
    .what = 训练没有错。但画图用的权重是在训练模式下、从随机失活之后读出来的：有些变成 0，其余的又偏大。这里是模拟：书里的模型，随机失活放在各层之后，从不放在权重上；许多库却在权重上也有一个。这里把 `gptviz.dropout` 的掩码（比例 0.1）盖在同一次训练的权重上。
    .hides = **损失隐瞒了什么。** 全部：训练只有一次，而且没有任何问题。说谎的只是图：那些看上去像“这个头不理那个字符”的空洞纯属偶然，每一步都换地方。
    .caught = **什么能抓住它。** 每行的和不是 1；图里的权重乘以 V，也不等于这个头真正的输出。

mistakes-table = 哪项检查抓住哪个错误？
mistakes-table-lead = 此刻实测，用的是每次训练最新的参数（训练前是初始参数）。✓ 成立，✗ 抓住了错误，– 还不能判断。
mistakes-table-alt = 行是错误，列是检查；叉表示检查没有通过。
mistakes-table-look = 没有一项检查能抓住所有错误；除了学习率，找出这些错误都用不着训练。
mistakes-pick = 先猜，再看：如果只能做两项检查，哪两项能抓住这里最多的错误？
    .placeholder = 选两项检查
mistakes-pick-caught = 你选的两项抓住了 { $total } 个里的 **{ $caught } 个**；这里最好的两项能抓住 { $best } 个。漏掉的：{ $left }。
mistakes-pick-answer = 检查数值（行和是不是 1、缩放对不对）和检查行为（未来有没有漏进来），看到的是不同的东西：前者要能拿到数组，后者对任何模型都管用，哪怕看不到它的代码。所以在这里，每幅注意力图下面都列着全部检查。
mistakes-your-run = 链接里的训练：{ $run }
mistakes-your-run-lead = 如果它的注意力写错了一处呢？同样的参数，放进只错这一处的模型里：
mistakes-one-head = 这个模型只有一个头：head_size 就是 EMBEDDING_SIZE，所以在这里按 EMBEDDING_SIZE 缩放并没有错。

mistakes-check-rows = 每行的和是 1
    .measured = 偏得最远的和：{ $measured }；{ NUMBER($total) } 行里有 { NUMBER($places) } 行不对
mistakes-check-future = 未来恰好是 0
    .measured = 对角线上方最大的权重：{ $measured }；{ NUMBER($total) } 格里有 { NUMBER($places) } 格不是 0
mistakes-check-leak = 看不见最后一个字符
    .measured = 把它换掉：前面的 logits 最多变了 { $measured }；前面 { NUMBER($total) } 个位置里有 { NUMBER($places) } 个变了
mistakes-check-scale = 缩放是 1/√head_size
    .measured = 分数是 Q·K × { $measured }，应为 { $expected }；{ NUMBER($total) } 个头里有 { NUMBER($places) } 个不对
mistakes-check-mix = 权重 × V = 输出
    .measured = 和头的输出最多相差 { $measured }；{ NUMBER($total) } 行里有 { NUMBER($places) } 行不同
mistakes-check-positions = 加上了位置
    .measured = 相邻两个位置给字符加上的向量至少相差 { $measured }；{ NUMBER($total) } 对相邻位置里有 { NUMBER($places) } 对相同
mistakes-check-learned = 胜过数字符对
    .measured = 损失 { $measured }，数字符对是 { $expected } 奈特
mistakes-check-told = { $name }：{ $told }
mistakes-check-unknown = 这段文本太短，判断不了

trust-passed = 这幅图可信吗？所有检查都通过。
trust-failed = 这幅图可信吗？有 { $failed } 项检查没通过。
trust-about = 用你的文本和训练 { NUMBER($step) } 步后的参数检查。每项检查能抓住什么，见“{ page-mistakes }”页。
