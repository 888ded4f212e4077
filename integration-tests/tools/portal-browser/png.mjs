// Smaller screenshots: with a palette of at most 256 colours, which pages of text hardly exceed.
import { crc32, deflateSync } from "node:zlib";

const COLOURS = 256;
/** Levels of each channel are so far from each other. */
const STEP = 17;

/** The screenshot of a page, made smaller with the help of another page, whose canvas unpacks it. */
export async function screenshot(page) {
  const taken = await page.screenshot({ animations: "disabled", caret: "hide" });
  const blank = await page.context().newPage();
  try {
    const { width, height, pixels } = await blank.evaluate(unpack, taken.toString("base64"));
    return indexed(width, height, Buffer.from(pixels, "base64"));
  } finally {
    await blank.close();
  }
}

/** In the browser. */
async function unpack(base64) {
  const image = new Image();
  image.src = `data:image/png;base64,${base64}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  let pixels = "";
  for (let at = 0; at < data.length; at += 8192) {
    pixels += String.fromCharCode(...data.subarray(at, at + 8192));
  }
  return { width: image.width, height: image.height, pixels: btoa(pixels) };
}

function indexed(width, height, rgba) {
  const level = (at) => Math.round(rgba[at] / STEP) * STEP;
  const colours = Array.from({ length: width * height }, (_, i) => (level(4 * i) << 16) | (level(4 * i + 1) << 8) | level(4 * i + 2));
  const counts = new Map();
  colours.forEach((it) => counts.set(it, (counts.get(it) ?? 0) + 1));
  const palette = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a) || a - b).slice(0, COLOURS);
  const numbers = new Map(palette.map((it, i) => [it, i]));
  const number = (colour) => {
    if (!numbers.has(colour)) {
      numbers.set(colour, nearest(palette, colour));
    }
    return numbers.get(colour);
  };
  const rows = Buffer.alloc((width + 1) * height);
  colours.forEach((it, i) => (rows[i + Math.floor(i / width) + 1] = number(it)));
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits a pixel, each a number of the palette.
  head.set([8, 3], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("PLTE", Buffer.from(palette.flatMap((it) => [it >> 16, (it >> 8) & 255, it & 255]))),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function nearest(palette, colour) {
  const distance = (other) => [16, 8, 0].reduce((sum, it) => sum + (((colour >> it) & 255) - ((other >> it) & 255)) ** 2, 0);
  return palette.reduce((best, it, i) => (distance(it) < distance(palette[best]) ? i : best), 0);
}

function chunk(name, bytes) {
  const body = Buffer.concat([Buffer.from(name), bytes]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(bytes.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}
