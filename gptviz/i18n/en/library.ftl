# The runs page, and what other pages say of runs that are named, forked, thrown away.
page-runs = Runs
    .title = Your runs
    .lead = Everything that you have trained is kept. Find a run again, name it, write down what you saw, compare it with others, or fork it: go on from any moment of it with other settings.
home-lesson-runs = Which settings made the difference? Lay runs side by side, and fork one where it was good.

library-empty = You have not trained anything in this browser yet. Every run of yours is listed here as soon as it starts.
library-nothing-found = No run fits. Search for less, or take a filter away; runs of other people are there with the switch on the right.
library-search = Search
    .placeholder = Name, note, text, chapter, HEADS 4 …
library-kind = Kind
library-kind-single = Single runs ({ NUMBER($count) })
library-kind-experiments = Of experiments ({ NUMBER($count) })
library-kind-all = All ({ NUMBER($count) })
library-state = State
library-state-training = Training
library-state-paused = Paused
library-state-finished = Finished
library-state-broken = Stopped or failed
library-any = Any
library-everybodys = Everybody's runs
    .help = Runs of everyone on this server. You can look at them, compare and fork them; only their owners change them.
library-show-all = Show all { NUMBER($count) } runs instead of the first { NUMBER($shown) }
library-list-alt = A table of { $count ->
    [one] 1 run
   *[other] { NUMBER($count) } runs
}: name, state, test loss, HEADS, EMBEDDING_SIZE, progress.
library-choose = Choose a row at its left edge to open, name or fork a run; choose several to compare them.
library-chosen = **{ $count ->
    [one] 1 run
   *[other] { NUMBER($count) } runs
}** chosen
library-column-pin = Pinned: all its snapshots are kept.
library-column-status = State
library-column-curve = Test loss
    .help = All test losses of the run, from the first to the last.
library-column-progress = Done
library-column-steps = Steps
library-column-corpus = Text
library-column-started = Started
library-column-room = Snapshots, MB

library-name = Name
library-note = Note
    .placeholder = What did you want to find out, and what did you see?
library-save = Save name and note
library-pin = Pin
    .help = A pinned run stands on top and keeps all its snapshots. Of others, the oldest lose every second one when room runs out.
library-unpin = Unpin
library-full-of-pins = Snapshots need more room than this server gives them, and only pinned runs have any left. Nothing of them is lost, but new runs keep none: unpin or delete a run that you no longer need.

library-delete = Delete
library-thrown = { $count ->
    [one] The run is deleted.
   *[other] { NUMBER($count) } runs are deleted.
} You can undo that for { NUMBER($minutes) } minutes.
library-in-trash = Deleted: { $run }. It is gone for good after { NUMBER($minutes) } minutes.
library-undo = Undo
library-undo-all = Undo all { NUMBER($count) }
library-gone = The owner of this run has deleted it.
library-gone-own = You deleted this run.

library-fork = Fork: go on from here with other settings
library-fork-lead = Choose a moment of the run. A new run of yours starts with its parameters, curve and snapshots up to there, and trains on; this one stays as it is. A snapshot keeps no optimizer moments: they are measured anew, so that an unchanged fork comes close to this run, and equals it only from step 0 or from its newest step.
library-fork-from = From step
library-fork-step = { NUMBER($step) }
library-fork-step-loss = { NUMBER($step) } (test loss { NUMBER($loss, minimumFractionDigits: 3, maximumFractionDigits: 3) })
library-fork-name = Name of the new run
    .default = { $run } from step { $step }
library-fork-would = The new run has { NUMBER($total) } steps; { NUMBER($more) } of them are left after step { NUMBER($step) }. Where none is left, take more EPOCHS.
library-fork-start = Fork and train
library-forked = The fork has started.
library-forked-open = Watch it train
library-origin-fork = forked from { $run } at step { NUMBER($step) }
library-origin-file = from a file (there it was run { $run }, step { NUMBER($step) })
library-origin-showcase = trained beforehand, came with gptviz

library-compare = Compare
    .help = Up to six runs.
library-compare-close = Close
library-compare-link = The address of this page now names these runs: whoever gets it sees the same comparison.
library-compare-gone = { $count ->
    [one] One run of this link is
   *[other] { NUMBER($count) } runs of this link are
} not on this server any more.
library-compare-few = Choose at least two runs in the list above.
library-compare-texts = These runs learned different texts, so their losses cannot be compared: a text with more distinct characters, or less order, is harder. Compare how fast each of them falls, and what the heads look at.
library-differences = Settings that differ
library-equal = { $count ->
    [one] 1 setting is
   *[other] { NUMBER($count) } settings are
} equal.
library-yes = yes
library-no = no
library-moment = Moment
    .help = The nearest snapshot of each run to one step that all of them have reached, or each run as it is at its end.
library-moment-last = each at its end
library-samples = What each model writes
library-other-characters = This run learned other characters: it cannot read the text that the first run is looked at with.
compare-all = Compare settings, attention and samples too

# Errors
error-name-too-long = A name has at most { $most } characters; this one has { $given }.
error-note-too-long = A note has at most { NUMBER($most) } characters; this one has { NUMBER($given) }.
error-snapshot-gone = There is no snapshot of step { NUMBER($step) } any more: it was given up to save room. Choose another moment.
error-fork-complete = With these settings training ends after { NUMBER($total) } steps, and step { NUMBER($step) } is reached already. Take more EPOCHS.
