# 各章的阶梯，以及预设。
chapter-token-embedding = 词元嵌入
    .adds = 每个字符变成一个向量，两层前馈网络只凭它来猜下一个字符。
chapter-position-embedding = 位置嵌入
    .adds = 每个位置有一个学出来的向量，加到字符的向量上。
chapter-self-attention = 自注意力
    .adds = 每个位置都混入其他所有位置的信息，连后面的也看得到：softmax(x xᵀ / √E) x。
chapter-causal = 因果注意力
    .adds = 加上掩码：每个位置只能看到自己和前面的位置。
chapter-weighted = 加权注意力（Q、K、V）
    .adds = 查询、键、值各由一个可学习的线性层算出。
chapter-multi-head = 多头注意力
    .adds = 两个头并排工作，各看各的重点。
chapter-residual = 残差连接
    .adds = 每个注意力层和每个前馈网络都加一条捷径，让输入直接绕过去。
chapter-layer-norm = 归一化（LayerNorm）
    .adds = 每一层之前先做归一化，最后再做一次。
chapter-dropout = 随机失活（Dropout）
    .adds = 训练时，在嵌入之后和每一层之后，随机把十分之一的数值置零。
chapter-quick = 快速体验
    .adds = 残差连接、归一化、四个头，加上更大的批和更高的学习率：几十秒就能写出像样的单词。

error-chapter = 没有名为“{ $given }”的章节。可选：{ $valid }。
