"""What pictures and experiments measure: arrays in, arrays or frames out. Knows neither engines nor runs nor pages."""
