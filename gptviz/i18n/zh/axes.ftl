# 图中坐标轴对自身的说明，写在标题的括号里：“损失（奈特；纵轴不从 0 起）”。
axis-vertical = 纵轴不从 0 起
axis-horizontal = 横轴不从 0 起
axis-colors = 颜色不从 0 起
axis-logarithmic = 对数刻度
