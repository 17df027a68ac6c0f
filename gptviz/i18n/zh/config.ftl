# 参数不合要求时显示的提示（gptviz/config.py）。参数用书中的常量名。
error-heads-divide = HEADS = { NUMBER($heads, useGrouping: 0) } 不能整除 EMBEDDING_SIZE = { NUMBER($embedding_size, useGrouping: 0) }：嵌入要平均分给每个头。可用的头数：{ $valid }。
error-choice = { $constant } = { $given } 不在可选范围内。可选：{ $valid }。
error-integer = { $constant } = { $given } 不符合要求，请填整数，且 { $valid }。
error-number = { $constant } = { $given } 不符合要求，请填数字，且 { $valid }。
error-flag = { $constant } = { $given } 不是开关值。可选：{ $valid }。
error-not-attention = { $constant } = { $given } 不是注意力层的设置。可选：{ $valid }。
