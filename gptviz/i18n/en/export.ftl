# Export and import of runs (gptviz/export, gptviz/ui/export_panel.py, import_panel.py, picture.py).

# Refusals of a file
error-file-size = The file has { $given } MB; at most { $most } MB are possible. Export the run without its text and training state, or the model only.
error-file-damaged = This file is damaged, or it is no run that gptviz exported. Valid are files that end in .gptviz.safetensors.
error-file-foreign = This file holds tensors, but no run that gptviz exported: its description is missing. Valid are files that end in .gptviz.safetensors.
error-file-header = The file's table of contents is larger than that of any run.
error-file-version = The file was written by a newer gptviz (format { $given }). Update gptviz here, or export the run again with an older one.
error-file-field = The description in the file is missing or wrong at “{ $field }”. Export the run again.
error-file-tensor = The tensor { $name } in the file does not belong to the model that the file describes. Export the run again.
error-file-incomplete = Parts of the model are missing in the file. Export the run again.
error-file-not-finite = The tensor { $name } in the file holds values that are no numbers. Export the run again.
error-file-tokens = The vocabulary of the file is not valid, or its text holds characters that are not in the vocabulary. Export the run again.
error-file-fingerprint = The text in the file is not the one that the run was trained on: its fingerprint differs. Export the run again.
error-file-attention = The model of this file has { NUMBER($given) } attention weights on one text, too many to draw; at most { NUMBER($most) } are possible.
