const MIB = 1024 ** 2;

/** Larger files are uploaded in parts. */
export const SINGLE_BYTES = 16 * MIB;
/** What S3 takes as one object. */
export const MAX_BYTES = 5 * 1024 ** 4;
const PART_BYTES = 16 * MIB;
const MAX_PARTS = 10_000;

/** One part of a file. */
export interface Piece {
  number: number;
  from: number;
  end: number;
}

/** The size of a file's parts, all but the last: whole MiB, and as large as 10,000 parts need. */
export function partBytes(size: number): number {
  return Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS / MIB) * MIB);
}

/** The parts of a file, in their order. */
export function pieces(size: number, bytes: number): Piece[] {
  return Array.from({ length: Math.ceil(size / bytes) }, (_, i) => ({
    number: i + 1,
    from: i * bytes,
    end: Math.min(size, (i + 1) * bytes),
  }));
}
