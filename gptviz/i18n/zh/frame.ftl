# 每一页的框架，以及标题和开头几句。
# 句子里并列的各项之间。
list-comma = {"、"}

frame-computed = 这是怎么算出来的？
frame-upload = 选择文件
frame-sidebar = 页面与设置
frame-no-run = 还没有可以看的训练。
frame-go-train = 先训练一个：半分钟就好
frame-unknown-run = 这台服务器上没有链接里的这次训练（{ $run }）：它已被删除，或服务器重新启动过。
frame-viewer = 你正在看别人的训练：什么都可以看，但只有它的主人能控制它。
frame-run-described = 训练 { $run }：HEADS { $heads }，EMBEDDING_SIZE { $embedding }，CONTEXT_SIZE { $context }，BLOCKS { $blocks }，{ $corpus }，{ $engine }

page-home = 开始
    .title = 亲眼看注意力学会
    .lead = 在这里，一个小小的 GPT 就在你眼前一个字符一个字符地学写作：损失在下降，注意力头在成形，位置在找到自己的次序。每一幅图画的，都是模型真正用来计算的数组。
page-train = 训练
    .title = 训练一个 GPT，看着它学
    .lead = 在侧边栏选好 HEADS 和 EMBEDDING_SIZE，按“训练”，然后看。
    .computed =
        每一步取 BATCH_SIZE 个窗口，每个窗口 CONTEXT_SIZE 个字符。损失是所有位置上交叉熵的平均值，单位是奈特：

        { $formula }

        把所有字符猜成同样可能，损失是 ln(V)，65 个字符时是 4.17；刚初始化的权重猜得更差，开头会高于它。训练曲线是每一批的损失，做了平滑；测试点是固定的一些测试窗口上的平均值，这些文本从不参与训练；训练结束时用全部测试窗口再算一遍。

        梯度先缩短到 CLIP_NORM 以内，再由 AdamW 更新参数（`gptviz.training.advance`）。注意力图由 `gptviz.trace.trace` 用最新的参数算出。
page-attention = 注意力
    .title = 每个头在看什么？
    .lead = 每一行是正在看的字符，每一列是被看的字符。被掩码挡住的未来画着斜线。
    .computed =
        对每个头，查询 Q、键 K、值 V 的尺寸都是 D = EMBEDDING_SIZE / HEADS：

        { $formula }

        掩码把后面字符的分数设为负无穷，所以它们的权重恰好是 0，每一行加起来是 1（Vaswani 等 2017，3.2 节）。图里画的就是数组 A 本身：由 `gptviz.trace.trace` 用你的文本和选中的快照算出。
page-positions = 位置
    .title = 模型怎么知道次序？
    .lead = 每个位置都有一个学出来的向量，加到字符的向量上。一开始它们是随机的；训练中，相邻的位置渐渐变得相像。
    .computed =
        位置 i 和 j 的相似度是两个向量夹角的余弦：

        { $formula }

        路径图画的是这些向量中心化后差别最大的两个方向，也就是前两个主成分（`gptviz.analysis.positions`）。打乱后的基准，是纯靠碰巧会看到的样子。
