# 训练的状态

runs-status-queued = 正在开始
runs-status-running = 训练中
runs-status-paused = 已暂停
runs-status-finished = 已完成
runs-status-diverged = 已发散
runs-status-stopped = 已停止
runs-status-failed = 出错

runs-paused-asked = 已暂停。可以继续训练，也可以单步执行。
runs-paused-idle = 两分钟没有人查看，训练已自动暂停。进度都还在，随时可以继续。
runs-paused-restart = 服务器重新启动过，这次训练停在原来的地方。什么都没丢，随时可以继续。
runs-paused-teacher = 老师暂停了这次训练。进度都还在。
runs-paused-class = 老师暂停了全班的训练。进度都还在，之后会一起继续。
runs-waiting-all = { $ahead ->
    [0] 目前名额已满。下一个就轮到这次训练，届时会自动开始。
   *[other] 目前名额已满，前面还有 { $ahead } 次训练，轮到时会自动开始。
}
runs-waiting-person = 每人最多同时进行 { $most } 次训练。其中一次结束或暂停后，这一次会自动开始。
runs-waiting-held = 老师暂停了全班的训练。恢复之后，这次训练会自动开始。
runs-trouble = 目前训练只保存在内存里（{ $trouble }），服务器一停就没有了。
runs-snapshots-thinned = 为节省内存，这次训练的部分快照已被舍弃，时间滑块上的位置因此变少。

# 错误

error-no-owner = 还没有识别出你的浏览器。请刷新页面后再试。
error-unknown-run = 找不到训练“{ $run }”，可能是服务器重启之前的。请到训练页面重新开始。
error-not-owner = 这是别人的训练，只能查看。想自己控制，请开始自己的训练。
error-run-ended = { $status ->
    [finished] 这次训练已经完成
    [diverged] 这次训练已经发散
    [stopped] 这次训练已经停止
   *[failed] 这次训练已经出错
}，不能再继续。请重新开始训练。
error-not-paused = 只有暂停时才能单步执行。请先暂停。
error-no-snapshots = 这次训练还没有快照，请再训练一会儿。
error-slice-failed = 训练出错：{ $reason }。此前学到的内容都已保留。
error-worker-lost = 这次训练连续有 { $times } 个工作进程意外退出，可能是内存不足。此前学到的内容都已保留。请减小模型或批大小后再试。
error-no-worker = 没有工作进程能算出结果，也许是内存不足，也许都在忙。请稍后再试。
error-text-lost = 数据库里已经没有这次训练的文本，它不能再继续；曲线还在。
error-slice-failed-hidden = 训练出错。此前学到的内容都已保留。请把编号 { $fault } 告诉老师，服务器的日志里有同样的编号。
error-limit-size = { $name } = { $given } 超出了这台服务器的限制，最大为 { $most }。
error-limit-parameters = 这个模型有 { $given } 个参数，这台服务器最多允许 { $most } 个。请减小 EMBEDDING_SIZE 或 BLOCKS。
error-limit-text = 这段文本有 { $given } 个字符，这台服务器最多允许 { $most } 个。请只取一部分。
error-limit-runs = 你已保存了 { $given } 次训练，这台服务器最多允许 { $most } 次。请先删除不再需要的，再开始训练。
