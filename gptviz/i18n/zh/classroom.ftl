# 课堂页面、跟随老师、投影模式

page-classroom = 课堂
    .title = 一间教室，一台服务器
    .lead = 老师展示一次训练；学生可以跟着看，可以自己选头来看，也可以训练自己的模型。
home-lesson-classroom = 老师：查看全班的训练，把自己的画面展示给大家。学生：跟随老师，或自己探索。

# 投影模式
presenter-enter = 投影模式
    .help = 大字号、没有侧边栏，适合投影。按 Esc 退出。
presenter-leave = 退出（Esc）

# 侧边栏
classroom-follow = 跟随老师
    .help = 老师到哪里，这个页面就到哪里：同样的页面、训练、块、头、步数和文本。语言和主题仍按你自己的来。随时可以关掉，自己探索。
classroom-follow-nobody = 老师目前没有展示。开始展示时会带你过去。
classroom-stage = 向全班展示我的画面
    .help = 跟随的学生会看到你所在的页面，以及你的训练、头、步数和文本。课堂页面本身不会展示。

# 没有开启课堂时
classroom-off = 这台服务器目前供一个人使用，或几个人用链接分享。要在课堂上用，请这样启动：老师会有一个口令，能看到全班的训练，可以暂停、设定限制，学生可以跟随。
classroom-off-more = 完整命令（没有互联网时也适用）见 docs/classroom.zh-CN.md。

# 学生
classroom-you = 在这台服务器上，你是**{ $name }**。
classroom-how = 三种参与方式
classroom-how-follow = **跟随：** 打开侧边栏的“跟随老师”，页面就会跟着老师走。
classroom-how-look = **探索：** 打开老师的训练，自己选头、文本和步数。不会影响任何人。
classroom-how-train = **训练：** 在训练页面开始自己的训练，只有你的浏览器能控制它。
classroom-teachers-run = 打开老师的训练
classroom-no-teachers-run = 老师目前没有展示训练。
classroom-limits = 每个学生最多同时进行 { $runs } 次训练，模型最多 { $parameters } 个参数。超出的训练会排队，轮到时自动开始。
classroom-paused = 老师暂停了全班的训练。
classroom-teacher-door = 我是老师
classroom-key = 老师口令
    .help = 显示在启动服务器的终端里，或由 GPTVIZ_TEACHER_KEY 指定。
classroom-enter = 进入

# 老师
classroom-join = 学生打开
classroom-join-local = 目前只有这台电脑能访问服务器。请用 --server.address 0.0.0.0 启动，学生才能打开。
classroom-join-follow = 如果希望学生一打开就跟随，请给他们这个地址：
classroom-all = 全班的训练
classroom-none = 还没有训练。
classroom-pause-all = 全部暂停
    .help = 暂停所有学生的训练，也不会有新的开始。你自己的训练照常进行。
classroom-resume-all = 全部继续
    .help = 只恢复由“全部暂停”暂停的训练；各自暂停的保持暂停。
classroom-count = 训练中 { $training } 次，排队 { $waiting } 次，共显示 { $all } 次
classroom-who = 谁
classroom-run = 训练
classroom-status = 状态
classroom-step = 步数
classroom-loss = 测试损失
classroom-curve = 曲线
classroom-waits = 排队中
classroom-teacher = 老师
classroom-one = 其中一次训练
classroom-choose = 选择一次训练
classroom-look = 去看看
classroom-pause = 暂停
classroom-resume = 继续
classroom-stop = 彻底停止
classroom-limits-title = 每个学生的限制
classroom-limits-runs = 同时进行几次训练
classroom-limits-parameters = 模型的参数量上限
    .help = 快速预设大约有 10 万个参数。超出上限但已经开始的训练会继续，直到被暂停。
classroom-limits-set = 设定

# { $colour } 为 0 到 7，{ $animal } 为 0 到 15
classroom-nickname = { $colour ->
    [0] 红
    [1] 蓝
    [2] 绿
    [3] 金
    [4] 银
    [5] 橙
    [6] 紫
   *[other] 白
}{ $animal ->
    [0] 狐狸
    [1] 苍鹭
    [2] 水獭
    [3] 老虎
    [4] 熊猫
    [5] 仙鹤
    [6] 乌龟
    [7] 兔子
    [8] 鲸鱼
    [9] 猫头鹰
    [10] 小鹿
    [11] 骏马
    [12] 天鹅
    [13] 大熊
    [14] 海豚
   *[other] 麻雀
} { $number } 号

# 错误
error-not-teacher = 只有老师才能这样做。请先在课堂页面输入老师口令。
error-teacher-key = 老师口令不对。正确的口令显示在服务器的终端里。
error-teacher-tries = 输错的次数太多，{ $seconds } 秒后可以再试。
