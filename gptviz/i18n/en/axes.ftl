# What axes of figures say of themselves, within the brackets of their titles: "Loss (nats; axis not from 0)".
axis-vertical = axis not from 0
axis-horizontal = axis not from 0
axis-colors = colours not from 0
axis-logarithmic = logarithmic
