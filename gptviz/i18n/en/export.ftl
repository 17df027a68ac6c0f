# Export and import of runs (gptviz/export, gptviz/ui/export_panel.py, import_panel.py, picture.py).

# Refusals of a file
error-file-size = The file has { $given } MB; at most { $most } MB are possible. Export the run without its text and training state, or the model only.
error-file-damaged = This file is damaged, or it is not a run that gptviz exported. Valid are files that end in .gptviz.safetensors.
error-file-foreign = This file holds tensors, but it is not a run that gptviz exported: its description is missing. Valid are files that end in .gptviz.safetensors.
error-file-header = The file's table of contents is larger than that of any run. Valid are files that end in .gptviz.safetensors, exported by gptviz.
error-file-version = The file was written by a newer gptviz (format { $given }). Update gptviz here, or export the run again with an older one.
error-file-field = The description in the file is missing or wrong at “{ $field }”. Export the run again.
error-file-tensor = The tensor { $name } in the file does not belong to the model that the file describes. Export the run again.
error-file-incomplete = Parts of the model are missing in the file. Export the run again.
error-file-not-finite = The tensor { $name } in the file holds values that are no numbers. Export the run again.
error-file-tokens = The vocabulary of the file is not valid, or its text holds characters that are not in the vocabulary. Export the run again.
error-file-fingerprint = The text in the file is not the one that the run was trained on: its fingerprint differs. Export the run again.
error-file-attention = The model of this file has { NUMBER($given) } attention weights on one text, too many to draw; at most { NUMBER($most) } are possible.

# The report of a run
report-made = A run of gptviz { $version }, started { $day }, number { $run }. This page works offline.
report-conclusion = What came of it
report-finished = Training is complete: { NUMBER($step) } steps. The test loss is the mean over all { NUMBER($windows) } test windows.
report-not-finished = Training stands at step { NUMBER($step) } of { NUMBER($total) }. The test loss is that of the last evaluation.
report-nothing = The run has only just begun: there is nothing to tell yet.
report-diverged = Training diverged at step { NUMBER($step) }: with a learning rate of { $rate } the numbers overflowed.
report-loss = The test loss is { $loss } nats. A model that knows nothing has ln { $vocabulary } = { $guess }. At each place it is as unsure as if it chose between { $characters } equally likely characters.
report-head = { $place }: { $finding }
report-curve = Loss
report-curve-alt = Training and test loss against steps, up to step { NUMBER($step) }.
report-as-table = As a table
report-attention = Attention over training
report-attention-look = Rows are the characters that look, columns the characters that are looked at. Drag the slider, or press Play.
report-positions = Which positions are alike, over training
report-positions-look = Brown is alike, blue is opposite. A band along the diagonal: neighbours have become alike.
report-needs-script = The film needs JavaScript, which is switched off here.
report-samples = What it wrote, over training
report-sample = At step { NUMBER($step) }
report-settings = Settings
report-parameters = Parameters
report-text = Text
report-text-length = Characters
report-steps = Steps
report-seconds = Seconds of training
report-fingerprint = Fingerprint of the text

# The menu of a picture
picture-menu = Save
picture-svg = As SVG
picture-png = As PNG
picture-failed = The picture could not be saved. Wait until it is drawn, and try again.
picture-table = Its numbers
picture-csv = As CSV

# Downloads of a run
export-title = Take it along
export-nothing = This run has not begun yet: there is nothing to take along.
export-run-lead = **The whole run in one file**: import it in another gptviz, and it shows the same curves, maps and samples.
export-with-text = With its text
    .help = Needed to go on training elsewhere. Leave it out if the text is private; the pictures do not need it.
export-with-state = With training state
    .help = The optimizer's moments: training goes on elsewhere as if it had never stopped. They make the file a little larger.
export-run = Run, about { $size } MB
    .help = The newest parameters can also be loaded in plain PyTorch: see docs/using-a-model.md.
export-others-lead = **Or a part of it**:
export-model = Model, about { $size } MB
    .help = The newest parameters and the vocabulary alone, for PyTorch: see docs/using-a-model.md.
export-model-name = model
export-report = Report
    .help = One page that opens offline in any browser: curve, attention and positions with a time slider, samples, settings.
export-curves = Curves as CSV
    .help = Every step and every evaluation, for a spreadsheet.

# Import
import-title = Bring a run in
import-lead = A file that ends in `.gptviz.safetensors`, exported by gptviz here or elsewhere. It becomes a run of yours; nothing in it is executed.
import-file = File of a run, up to { $most } MB
import-done = Imported: { $name }. { $possible }
import-goes-on = It is paused where it stood, and can go on exactly as if it had never stopped.
import-complete = It is complete; you can look at it, and fork it.
import-stopped = It had been stopped; you can look at it, and fork it.
import-looks-only = Its text or its training state did not come along, so it cannot go on: you can look at it.
import-open = Open it
