// A zip that depends on nothing but its files: no times, no owners.
import { crc32, deflateRawSync } from "node:zlib";

/** The first day that the format has. */
const DATE = 0x21;
const VERSION = 20;
const UTF8 = 0x800;
const DEFLATED = 8;

/** The bytes of a zip with files, pairs of a path and its bytes. */
export function zip(files) {
  const entries = [];
  const directory = [];
  let offset = 0;
  for (const [path, bytes] of files) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(bytes, { level: 9 });
    const common = Buffer.alloc(26);
    common.writeUInt16LE(VERSION, 0);
    common.writeUInt16LE(UTF8, 2);
    common.writeUInt16LE(DEFLATED, 4);
    common.writeUInt16LE(DATE, 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(name.length, 22);
    const entry = Buffer.concat([Buffer.from("PK\x03\x04"), common, name, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02"), Buffer.from([VERSION, 0]), common, rest, name]));
    entries.push(entry);
    offset += entry.length;
  }
  const size = directory.reduce((sum, it) => sum + it.length, 0);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...entries, ...directory, Buffer.from("PK\x05\x06"), end]);
}
