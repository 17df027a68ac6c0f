# The rungs of the ladder, and the presets.
chapter-token-embedding = Token embedding
    .adds = Each character becomes a vector; two feed-forward layers guess the next character from it alone.
chapter-position-embedding = Position embedding
    .adds = A learned vector for each position is added to the character's.
chapter-self-attention = Self-attention
    .adds = Each position mixes in all others, later ones too: softmax(x xᵀ / √E) x.
chapter-causal = Causal attention
    .adds = A mask: each position sees itself and earlier ones only.
chapter-weighted = Weighted attention (Q, K, V)
    .adds = Queries, keys and values each come from a learned Linear layer.
chapter-multi-head = Multi-head attention
    .adds = Two heads side by side, each looking in its own way.
chapter-residual = Residual connections
    .adds = A shortcut goes around each attention layer and each feed-forward layer.
chapter-layer-norm = LayerNorm
    .adds = Values are normalised before each layer, and once at the end.
chapter-dropout = Dropout
    .adds = In training, one value in ten is set to zero after the embedding and after each layer.
chapter-quick = Quick run
    .adds = Residual connections, LayerNorm, four heads, bigger batches and a higher learning rate: readable words in seconds.

error-chapter = There is no chapter “{ $given }”. There are: { $valid }.
