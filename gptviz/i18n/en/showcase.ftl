# The run that comes with gptviz, and the home page.
showcase-name = Our trained model
showcase-line = This is a model that we trained for you.
showcase-own = Train your own
showcase-look = Or first look inside a model that is already trained
showcase-film = A model that came with gptviz, from its first to its last step ({ NUMBER($steps) }): each square is one head, each row a character that looks, each column one that is looked at. Random triangles become habits.
showcase-writes = What our model wrote at step { NUMBER($step) }:
showcase-film-hint = Click a head to look at it closely.

home-train-now = Train a small GPT now
home-train-now-about = It learns Shakespeare before your eyes, in about half a minute.
home-look-inside = Look inside a trained one
home-done = visited
home-done-trained = { $runs ->
        [one] { $runs } run trained
       *[other] { NUMBER($runs) } runs trained
    }
