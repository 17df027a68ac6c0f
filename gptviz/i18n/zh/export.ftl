# 训练的导出与导入

# 拒绝文件的理由
error-file-size = 文件有 { $given } MB，最大只能是 { $most } MB。导出时可以不带文本和训练状态，或者只导出模型。
error-file-damaged = 文件已损坏，或者不是 gptviz 导出的训练。请选择以 .gptviz.safetensors 结尾的文件。
error-file-foreign = 文件里有张量，但没有训练说明，不是 gptviz 导出的训练。请选择以 .gptviz.safetensors 结尾的文件。
error-file-header = 文件的目录比任何训练的目录都大。
error-file-version = 文件由更新版本的 gptviz 写成（格式 { $given }）。请更新这里的 gptviz，或用旧版本重新导出。
error-file-field = 文件的说明在“{ $field }”处缺失或有误。请重新导出。
error-file-tensor = 文件中的张量 { $name } 不属于文件所描述的模型。请重新导出。
error-file-incomplete = 文件缺少模型的一部分。请重新导出。
error-file-not-finite = 文件中的张量 { $name } 含有不是数字的值。请重新导出。
error-file-tokens = 文件的词表无效，或者文本里有词表之外的字符。请重新导出。
error-file-fingerprint = 文件中的文本不是这次训练所用的文本：指纹不一致。请重新导出。
error-file-attention = 文件中的模型对一段文本有 { NUMBER($given) } 个注意力权重，多得画不出来；最多 { NUMBER($most) } 个。
