# States of a run

runs-status-queued = Starting
runs-status-running = Training
runs-status-paused = Paused
runs-status-finished = Finished
runs-status-diverged = Diverged
runs-status-stopped = Stopped
runs-status-failed = Failed

runs-paused-asked = Paused. Resume it, or take single steps.
runs-paused-idle = Nobody looked at this run for two minutes, so it paused by itself. Nothing is lost: resume it when you like.
runs-paused-restart = The server was restarted, so this run is paused where it stood. Nothing is lost: resume it when you like.
runs-paused-teacher = Your teacher has paused this run. Nothing is lost.
runs-paused-class = Your teacher has paused all runs. Nothing is lost: they go on together.
runs-waiting-all = { $ahead ->
    [0] All places are taken. This run is next; it starts by itself.
    [one] All places are taken. { $ahead } run is before yours; it starts by itself.
   *[other] All places are taken. { $ahead } runs are before yours; it starts by itself.
}
runs-waiting-person = You have as many runs training as one person may ({ $most }). This one starts by itself when one of them ends or is paused.
runs-waiting-held = Your teacher has paused all runs. This one starts by itself when they go on.
runs-trouble = At the moment runs are kept only in memory ({ $trouble }): they end with the server.
runs-snapshots-thinned = To save memory, some snapshots of this run were given up: the time slider has fewer positions.

# Errors

error-no-owner = Your browser has not yet told who you are. Reload the page and try again.
error-unknown-run = There is no run “{ $run }”. It may be from before the server was restarted. Start a new one on the Train page.
error-not-owner = This run belongs to someone else. You can look at it; to control one, start your own.
error-run-ended = { $status ->
    [finished] This run is finished
    [diverged] This run has diverged
    [stopped] This run was stopped
   *[failed] This run has failed
} and cannot go on. Start a new one.
error-not-paused = Only a paused run takes single steps. Pause it first.
error-no-snapshots = This run has no snapshots yet. Let it train for a moment.
error-slice-failed = Training failed: { $reason }. What was learned until then is kept.
error-worker-lost = Worker processes ended unexpectedly on this run, { $times } one after another, perhaps for lack of memory. What was learned until then is kept. Try a smaller model or a smaller batch.
error-no-worker = No worker process could compute this, perhaps for lack of memory or because all are busy. Try again in a moment.
error-text-lost = The text of this run is not in the database any more, so it cannot go on. Its curves stay.
error-slice-failed-hidden = Training failed. What was learned until then is kept. Tell your teacher this number: { $fault }. The server's log has it too.
error-limit-size = { $name } = { $given } is more than this server allows. Valid: at most { $most }.
error-limit-parameters = This model has { $given } parameters. Valid on this server: at most { $most }. Make EMBEDDING_SIZE or BLOCKS smaller.
error-limit-text = This text has { $given } characters. Valid on this server: at most { $most }. Take a part of it.
error-limit-runs = Runs that you keep: { $given }. Valid on this server: at most { $most }. Delete one that you no longer need, then train again.
