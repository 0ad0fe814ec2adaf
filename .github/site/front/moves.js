// Streamlit's messages to its server, in Protocol Buffers: the fields that are looked at here.
const [STOP, RUN, PART] = [7, 11, 5];

// The fields of a message, by number: bytes, or a number.
function fields(bytes) {
  const found = {};
  let at = 0;
  const number = () => {
    let read = 0;
    for (let place = 1; ; place *= 128) {
      const byte = bytes[at++];
      read += (byte & 127) * place;
      if (byte < 128) return read;
    }
  };
  while (at < bytes.length) {
    const tag = number();
    const value = number();
    found[tag >> 3] = tag & 2 ? bytes.subarray(at, (at += value)) : value;
  }
  return found;
}

// Whether a move interrupts a script that runs, as on a server. What asks for a part of the page or
// sends a file waits: nothing would draw the rest of the page.
export function interrupts(bytes) {
  const { [STOP]: stop, [RUN]: run } = fields(bytes);
  return Boolean(stop) || (run !== undefined && !fields(run)[PART]);
}
