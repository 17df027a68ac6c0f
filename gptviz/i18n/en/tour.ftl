# The guided tour: a bar at the top of its pages.
tour-take = Take the tour: seven stops, five minutes
tour-resume = Resume the tour at stop { $station } of { $stations }
tour-place = Tour · stop { $station } of { $stations }
tour-back = Back
tour-next = Next
tour-leave = Leave the tour
tour-finish = Finish
tour-return = Back to this stop
tour-away = You are looking around on your own: the tour waits for you here.

tour-loss = The loss falls
    .look = Press Train if no run is on this page, and watch the curve. Guessing all 65 characters as equally likely would cost 4.17; fresh random weights guess worse, so the curve starts at about 5, and falls fast, then slowly. **Why?** The loss is the one number that training makes smaller. Everything else you will see comes about because it helps this number.
tour-grid = Every head at once
    .look = Each square is one head on the same text; a row is a character that looks, a column one that is looked at. **Look** for squares that differ: a bright line beside the diagonal, a bright first column. **Why?** Heads start alike. What makes them differ is training alone.
tour-head = One head, one character
    .look = The tour has chosen the head that looks most at the previous character. **Point at a character, or touch it**, and see which ones light up. **Why?** These weights say how much of each character's value is mixed into this one.
tour-time = Back to the start of time
    .look = You are at step 0: every row is almost even. **Press play**, or drag the slider, and watch when the pattern appears. **Why?** Habits form suddenly, mostly in the first few hundred steps, while the loss falls fastest.
tour-positions = How order is known
    .look = Attention alone does not know what comes first. Each position has a vector of its own. **Look** at the map of similarity over time: noise becomes a bright diagonal band. **Why?** Neighbours become alike, and so near and far can be told apart.
tour-heads = Are more heads better?
    .look = One run proves nothing: another seed gives another loss. Here the same question is asked with several seeds, and the answer comes with its uncertainty. **Press the button, then guess**: it trains in the background, and your guess waits for the result.
tour-turn = Your turn
    .look = Choose HEADS and EMBEDDING_SIZE at the side and press Train. **Compare**: with HEADS 1, does a head that looks at the previous character still appear? With HEADS 8, do all eight find something of their own?
