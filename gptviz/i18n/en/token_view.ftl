# The text of the attention page, whose characters show at whom they look. Values come in the browser.
token-title = Who looks at whom?
token-hint = Point at a character, touch it, or move with the arrow keys. A click or Enter pins it, Escape lets it go. Hatched: the future, which the mask hides.
token-character = “{ $character }” at place { $place }
token-heads = Heads that are shown
token-all-heads = All heads
token-lines = Lines
token-reverse = Who looks at me?
token-looks-at = { $head }: “{ $character }” at place { $place } looks at { $list }.
token-is-seen-by = { $head }: “{ $character }” at place { $place } is looked at by { $list }.
token-looks-nowhere = { $head }: “{ $character }” at place { $place } has no weights to show.
token-looked = “{ $character }” at place { $place } ({ $share }%)
token-pinned = Pinned.
