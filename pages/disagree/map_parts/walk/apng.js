// An animation made of PNGs of one size (APNG: PNG Specification, third edition, 2025).

const CRCS = Uint32Array.from({ length: 256 }, (_, n) => {
  let crc = n;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

function chunk(kind, ...parts) {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const bytes = new Uint8Array(12 + length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, length);
  let end = 4;
  for (const part of [new TextEncoder().encode(kind), ...parts]) {
    bytes.set(part, end);
    end += part.length;
  }
  let crc = 0xffffffff;
  for (const byte of bytes.subarray(4, end)) crc = CRCS[(crc ^ byte) & 255] ^ (crc >>> 8);
  view.setUint32(end, ~crc >>> 0);
  return bytes;
}

function chunksOf(png) {
  const view = new DataView(png.buffer);
  const found = [];
  for (let at = 8; at < png.length; at += 12 + view.getUint32(at)) {
    const kind = String.fromCharCode(...png.subarray(at + 4, at + 8));
    found.push([kind, png.subarray(at + 8, at + 8 + view.getUint32(at))]);
  }
  return found;
}

const numbersOf = (...numbers) => new Uint8Array(numbers.flatMap((each) =>
  [each >>> 24, (each >>> 16) & 255, (each >>> 8) & 255, each & 255]));

// PNGs as blobs, each seen for so many milliseconds, again and again.
async function asApng(blobs, milliseconds) {
  const pngs = [];
  for (const blob of blobs) pngs.push(chunksOf(new Uint8Array(await blob.arrayBuffer())));
  const [, head] = pngs[0][0];
  let number = 0;
  const next = () => numbersOf(number++);
  const frames = pngs.flatMap((chunks, place) => {
    const delay = [milliseconds >>> 8, milliseconds & 255, 1000 >>> 8, 1000 & 255, 0, 0];
    // Width and height are the first eight bytes of a PNG's head.
    const control = chunk("fcTL", next(), head.subarray(0, 8), numbersOf(0, 0), new Uint8Array(delay));
    const data = chunks.filter(([kind]) => kind === "IDAT").map(([, bytes]) =>
      place ? chunk("fdAT", next(), bytes) : chunk("IDAT", bytes));
    return [control, ...data];
  });
  const signature = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]);
  return new Blob([signature, chunk("IHDR", head), chunk("acTL", numbersOf(pngs.length, 0)),
    ...frames, chunk("IEND")], { type: "image/png" });
}
