# 训练的导出与导入

# 拒绝文件的理由
error-file-size = 文件有 { $given } MB，最大只能是 { $most } MB。导出时可以不带文本和训练状态，或者只导出模型。
error-file-damaged = 文件已损坏，或者不是 gptviz 导出的训练。请选择以 .gptviz.safetensors 结尾的文件。
error-file-foreign = 文件里有张量，但没有训练说明，不是 gptviz 导出的训练。请选择以 .gptviz.safetensors 结尾的文件。
error-file-header = 文件的目录比任何训练的目录都大。请选择由 gptviz 导出、以 .gptviz.safetensors 结尾的文件。
error-file-version = 文件由更新版本的 gptviz 写成（格式 { $given }）。请更新这里的 gptviz，或用旧版本重新导出。
error-file-field = 文件的说明在“{ $field }”处缺失或有误。请重新导出。
error-file-tensor = 文件中的张量 { $name } 不属于文件所描述的模型。请重新导出。
error-file-incomplete = 文件缺少模型的一部分。请重新导出。
error-file-not-finite = 文件中的张量 { $name } 含有不是数字的值。请重新导出。
error-file-tokens = 文件的词表无效，或者文本里有词表之外的字符。请重新导出。
error-file-fingerprint = 文件中的文本不是这次训练所用的文本：指纹不一致。请重新导出。
error-file-attention = 文件中的模型对一段文本有 { NUMBER($given) } 个注意力权重，多得画不出来；最多 { NUMBER($most) } 个。

# 训练报告
report-made = gptviz { $version } 的一次训练，开始于 { $day }，编号 { $run }。本页离线可用。
report-conclusion = 结果如何
report-finished = 训练已完成，共 { NUMBER($step) } 步。测试损失是全部 { NUMBER($windows) } 个测试窗口的平均值。
report-not-finished = 训练进行到第 { NUMBER($step) } 步，共 { NUMBER($total) } 步。测试损失取自最近一次评估。
report-nothing = 训练刚刚开始，还没有可说的结果。
report-diverged = 训练在第 { NUMBER($step) } 步发散：学习率为 { $rate } 时数值溢出了。
report-loss = 测试损失为 { $loss } 奈特。什么都不懂的模型是 ln { $vocabulary } = { $guess }。也就是说，在每个位置上，它的把握相当于在 { $characters } 个同样可能的字符之间猜一个。
report-head = { $place }：{ $finding }
report-curve = 损失
report-curve-alt = 训练损失和测试损失随步数的变化，直到第 { NUMBER($step) } 步。
report-as-table = 以表格显示
report-attention = 训练过程中的注意力
report-attention-look = 行是“看”的字符，列是“被看”的字符。拖动滑块，或点“播放”。
report-positions = 训练过程中哪些位置相像
report-positions-look = 棕色是相像，蓝色是相反。沿对角线出现一条带，说明相邻的位置变得相像。
report-needs-script = 动画需要 JavaScript，而这里已将它关闭。
report-samples = 训练过程中写出的文字
report-sample = 第 { NUMBER($step) } 步
report-settings = 设置
report-parameters = 参数量
report-text = 文本
report-text-length = 字符数
report-steps = 步数
report-seconds = 训练用时（秒）
report-fingerprint = 文本指纹

# 图的菜单
picture-menu = 保存
picture-svg = 存为 SVG
picture-png = 存为 PNG
picture-failed = 没能保存这张图。请等它画好后再试。
picture-table = 图中的数值
picture-csv = 存为 CSV

# 下载训练
export-title = 带走这次训练
export-nothing = 训练还没有开始，没有可以带走的内容。
export-run-lead = **整次训练存为一个文件**：在另一个 gptviz 中导入，能看到同样的曲线、注意力图和写出的文字。
export-with-text = 带上文本
    .help = 要在别处继续训练就需要文本。文本不便公开时可以不带，图照样能看。
export-with-state = 带上训练状态
    .help = 优化器的动量：在别处继续训练，就像从未停过一样。文件会稍大一些。
export-run = 训练，约 { $size } MB
    .help = 最新的参数也可以直接用 PyTorch 加载，见 docs/using-a-model.zh-CN.md。
export-others-lead = **或者只带一部分**：
export-model = 模型，约 { $size } MB
    .help = 只有最新的参数和词表，供 PyTorch 使用，见 docs/using-a-model.zh-CN.md。
export-model-name = 模型
export-report = 报告
    .help = 一个网页文件，用任何浏览器都能离线打开：曲线、带时间滑块的注意力和位置、写出的文字、设置。
export-curves = 曲线（CSV）
    .help = 每一步和每次评估的数值，可用电子表格打开。

# 导入
import-title = 导入训练
import-lead = 以 `.gptviz.safetensors` 结尾、由 gptviz 导出的文件。导入后就成为你的训练；文件中的任何内容都不会被执行。
import-file = 训练文件，不超过 { $most } MB
import-done = 已导入：{ $name }。{ $possible }
import-goes-on = 它停在原来的地方，可以继续训练，就像从未停过一样。
import-complete = 训练已完成，可以查看，也可以从中分叉。
import-stopped = 训练曾被停止，可以查看，也可以从中分叉。
import-looks-only = 文本或训练状态没有一起导出，不能继续训练，只能查看。
import-open = 打开
