# What a learner reads when a setting breaks a rule (gptviz/config.py). Settings have the book's constant names.
error-heads-divide = HEADS = { NUMBER($heads, useGrouping: 0) } does not divide EMBEDDING_SIZE = { NUMBER($embedding_size, useGrouping: 0) }: each head needs an equal share of the embedding. Valid head counts: { $valid }.
error-choice = { $constant } = { $given } is not one of the choices. Valid: { $valid }.
error-integer = { $constant } = { $given } is not allowed. Give a whole number with { $valid }.
error-number = { $constant } = { $given } is not allowed. Give a number with { $valid }.
error-flag = { $constant } = { $given } is neither on nor off. Valid: { $valid }.
error-not-attention = { $constant } = { $given } does not describe an attention layer. Valid: { $valid }.
