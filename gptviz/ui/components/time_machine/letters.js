// Letters from the server to a time machine: kept for one that is not there yet, and announced to one that is.

function letters() {
  globalThis.gptvizLetters ??= new Map();
  return globalThis.gptvizLetters;
}

function sameBytes(one, other) {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
