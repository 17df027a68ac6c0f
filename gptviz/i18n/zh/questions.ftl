# 每一课最后的问题：先猜，再看。
question-title = 先猜，再看
question-guess = 选一个答案，这一页的模型会给出它的答案。
question-right = 猜对了。
question-wrong = 其实是：{ $right }。

question-train = 这次训练结束时，在哪种文本上损失更低？
question-train-train = 在训练用的文本上
    .why = 这个差距，就是模型只对自己的训练文本才懂的东西：它用 { NUMBER($parameters) } 个数去记 { NUMBER($characters) } 个字符。差距小是正常的。如果差距越来越大，测试损失却不再下降，模型就是在死记硬背：这时更多的文本、随机失活或权重衰减，都比多训练几步管用。
question-train-same = 两者差不多
    .why = 没有差距：{ NUMBER($parameters) } 个数背不下 { NUMBER($characters) } 个字符，或者还没来得及背。对这段文本来说，这样的模型不算太大；多训练几步，或加大 EMBEDDING_SIZE，都还能有收获。
question-train-test = 在从没见过的文本上
    .why = 有几种可能：没见过的那部分恰好更容易预测；随机失活让训练时更难；或者只训练了几步。训练文本有 { NUMBER($characters) } 个字符，模型有 { NUMBER($parameters) } 个数：更大的模型还能从中学到更多。
question-train-told = 第 { NUMBER($step) } 步时，训练文本上的损失是 { $train } 奈特，没见过的文本上是 { $test }，相差 { $gap }。
question-train-wait = 你的猜测已经记下，训练结束时给出答案。

question-attention = 第 { NUMBER($step) } 步时，哪个头把最多的权重给了前一个字符？
    .why = 关于下一个字符，前一个字符透露得最多（q 后面是 u），所以训练几乎总会让某个头去看它，而且很早。没有人这样要求它：只是因为这样损失会下降。在这种头的图里，紧贴对角线下方的那条线是亮的。
    .none = 一个头要比“对所有字符一视同仁”的头至少高出 10 个百分点，才算数。训练之前，没有一个头做得到。拖动时间滑块看看：第一个头是在什么时候越过这条线的？没有位置嵌入的模型，或训练得太短的模型，可能永远做不到。
question-attention-block = 第 { NUMBER($step) } 步时，把最多权重给前一个字符的那个头，在哪一块里？
question-attention-none = 没有，都和碰巧差不多
question-attention-told = { $place } 把 { $share } 的权重给了前一个字符。训练之前是 { $untrained }；对所有字符一视同仁的头是 { $alike }。

question-positions = 第 { NUMBER($step) } 步时，哪些位置的向量更相像？
question-positions-near = 相邻的位置
    .why = 没有人告诉模型位置 5 在 4 和 6 之间。但在这些位置上，对预测有帮助的东西几乎一样，训练就把相邻位置的向量往同一个方向拉。模型就是这样分出远近的。
question-positions-same = 没有差别
    .why = 任何训练开始时都是这样：随机向量里，相邻的并不比别的更相像。要么现在还早（拖动时间滑块看看），要么次序对这段文本没什么用，模型不需要它。
question-positions-far = 相隔很远的位置
    .why = 这不常见。如果文本有固定的节奏，相隔一个周期的位置作用相同，就会变得相像，不管中间隔着什么。上面的相似度图会把这种节奏显示成条纹。
question-positions-told = 余弦的平均值：相邻位置是 { $near }，相隔 { $apart } 的位置是 { $far }。训练之前分别是 { $near_before } 和 { $far_before }。
