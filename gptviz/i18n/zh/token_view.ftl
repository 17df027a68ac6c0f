# 注意力页上的文本：每个字符看向谁。数值由浏览器填入。
token-title = 谁在看谁？
token-hint = 指向、触摸一个字符，或用方向键移动。点一下或按回车固定它，按 Esc 松开。斜线部分：被掩码挡住的未来。
token-character = 位置 { $place } 的“{ $character }”
token-heads = 显示哪些头
token-all-heads = 所有的头
token-lines = 连线
token-reverse = 谁在看我？
token-looks-at = { $head }：位置 { $place } 的“{ $character }”看向：{ $list }。
token-is-seen-by = { $head }：看向位置 { $place } 的“{ $character }”的有：{ $list }。
token-looks-nowhere = { $head }：位置 { $place } 的“{ $character }”没有可显示的权重。
token-looked = 位置 { $place } 的“{ $character }”（{ $share }%）
token-pinned = 已固定。
