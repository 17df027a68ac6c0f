// Streamlit calls a component again with each new payload; what it shows is made once a place on the page, and goes on.

const mountedShows = new WeakMap();

// Has the one who shows something at a place take what has come; returns what Streamlit calls to clean up.
function mounted(place, Show, take) {
  if (!mountedShows.has(place)) mountedShows.set(place, new Show(place));
  take(mountedShows.get(place));
  // A slow browser cleans up after calls that newer data has overtaken, too: only what has left the page ends.
  return () => {
    if (place.isConnected) return;
    mountedShows.get(place)?.end();
    mountedShows.delete(place);
  };
}
