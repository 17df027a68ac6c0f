# gptviz 自带的训练，以及首页。
showcase-name = 我们训练的模型
showcase-line = 这是我们替你训练好的模型。
showcase-own = 训练你自己的
showcase-look = 或者先看看训练好的模型里面
showcase-film = gptviz 自带的模型，从第一步到最后一步（{ NUMBER($steps) }）：每个方块是一个头，每一行是正在看的字符，每一列是被看的字符。随机的三角形渐渐变成了习惯。
showcase-writes = 我们的模型训练 { NUMBER($step) } 步后写的：
showcase-film-hint = 点一个头，仔细看看。

home-train-now = 现在就训练一个小 GPT
home-train-now-about = 它会在你眼前学写莎士比亚，大约半分钟。
home-look-inside = 看看训练好的模型
home-done = 看过
home-done-trained = 已训练 { NUMBER($runs) } 次
