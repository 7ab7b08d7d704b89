import { deflateSync, inflateSync } from 'node:zlib';
import { HISTOGRAM_DIGITS, HISTOGRAM_MOST, tenthsOf } from './time-histogram.ts';

/**
 * The stored form of HdrHistograms (V2, compressed), and nothing else: whoever brings facts in adds a few times to thousands of them, and building each with all of its buckets, and a
 * stream to compress it, takes most of the time of a batch.
 */

const COOKIE = 0x1c849313;
const COMPRESSED_COOKIE = 0x1c849314;
const HEADER_BYTES = 40;
const CONTAINER_BYTES = 8;
/** Of a value's leading bits, so many tell its bucket: two digits need 200 steps. */
const STEP_BITS = 7;
const STEPS = 1 << STEP_BITS;
/** Less is stored as it is, which is valid in a stream of zlib too. */
const WORTH_COMPRESSING = 256;
const PLAIN_BYTES = 11;

/** A stored histogram with more times (ms); both forms are empty where there is none. */
export function withTimes(stored: Uint8Array, times: readonly number[]): Uint8Array {
  if (times.length === 0) return stored;
  const counts = countsOf(stored);
  for (const ms of times) {
    const index = indexOf(tenthsOf(ms));
    counts.set(index, (counts.get(index) ?? 0) + 1);
  }
  return packed(encoded(counts));
}

/** Which of the counts, that follow one another in the stored form, is that of a value (tenths of ms). */
export function indexOf(value: number): number {
  const bucket = 31 - Math.clz32(value | (2 * STEPS - 1)) - STEP_BITS;
  return bucket * STEPS + (value >>> bucket);
}

/** The counts that are not 0, by index. */
function countsOf(stored: Uint8Array): Map<number, number> {
  const counts = new Map<number, number>();
  eachCount(stored, (index, count) => counts.set(index, count));
  return counts;
}

/** Tells of each count of a stored histogram that is not 0, in the order of the values (`valueAt`). Throws a RangeError for what is none. */
export function eachCount(
  stored: Uint8Array,
  tell: (index: number, count: number) => unknown,
): void {
  if (stored.length === 0) return;
  const bytes = unpacked(Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength));
  check(bytes.readInt32BE(0), COOKIE);
  const end = HEADER_BYTES + bytes.readInt32BE(4);
  let at = HEADER_BYTES;
  let index = 0;
  while (at < end) {
    let number = 0;
    let scale = 1;
    let byte = 0;
    do {
      byte = bytes[at++] ?? 0;
      number += (byte & 0x7f) * scale;
      scale *= 0x80;
    } while (byte >= 0x80 && at < end);
    // Odd numbers say how many counts in a row are 0.
    if (number % 2 === 1) index += (number + 1) / 2;
    else {
      if (number > 0) tell(index, number / 2);
      index += 1;
    }
  }
}

/** The greatest value (tenths of ms) that is counted at an index. */
export function greatestAt(index: number): number {
  const bucket = Math.max(0, Math.floor(index / STEPS) - 1);
  const step = index - bucket * STEPS;
  return (step + 1) * 2 ** bucket - 1;
}

/** How many indexes there are: that of the longest time, and all before it. */
export const INDEXES = indexOf(HISTOGRAM_MOST) + 1;

function check(found: number, expected: number): void {
  if (found !== expected) throw new RangeError('what is stored is no HdrHistogram (V2)');
}

function encoded(counts: ReadonlyMap<number, number>): Buffer {
  const indexes = [...counts.keys()].sort((a, b) => a - b);
  const payload: number[] = [];
  const put = (number: number): void => {
    let rest = number;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) payload.push((rest % 0x80) | 0x80);
    payload.push(rest);
  };
  let next = 0;
  for (const index of indexes) {
    const zeros = index - next;
    if (zeros === 1) put(0);
    else if (zeros > 1) put(2 * zeros - 1);
    put(2 * (counts.get(index) ?? 0));
    next = index + 1;
  }
  const bytes = Buffer.alloc(HEADER_BYTES + payload.length);
  bytes.writeInt32BE(COOKIE, 0);
  bytes.writeInt32BE(payload.length, 4);
  bytes.writeInt32BE(HISTOGRAM_DIGITS, 12);
  bytes.writeBigInt64BE(1n, 16);
  bytes.writeBigInt64BE(BigInt(HISTOGRAM_MOST), 24);
  bytes.writeDoubleBE(1, 32);
  bytes.set(payload, HEADER_BYTES);
  return bytes;
}

function packed(bytes: Buffer): Buffer {
  const stream = bytes.length < WORTH_COMPRESSING ? plainStream(bytes) : deflateSync(bytes);
  const container = Buffer.alloc(CONTAINER_BYTES + stream.length);
  container.writeInt32BE(COMPRESSED_COOKIE, 0);
  container.writeInt32BE(stream.length, 4);
  container.set(stream, CONTAINER_BYTES);
  return container;
}

function unpacked(stored: Buffer): Buffer {
  check(stored.readInt32BE(0), COMPRESSED_COOKIE);
  const stream = stored.subarray(CONTAINER_BYTES, CONTAINER_BYTES + stored.readInt32BE(4));
  if (stream[2] !== 1) return inflateSync(stream);
  return stream.subarray(7, 7 + stream.readUInt16LE(3));
}

/** One last block that is not compressed, between the header of a stream and its checksum (RFC 1950 and 1951). */
function plainStream(bytes: Buffer): Buffer {
  const stream = Buffer.alloc(PLAIN_BYTES + bytes.length);
  stream.set([0x78, 0x01, 1]);
  stream.writeUInt16LE(bytes.length, 3);
  stream.writeUInt16LE(0xffff - bytes.length, 5);
  stream.set(bytes, 7);
  stream.writeUInt32BE(adler32(bytes), 7 + bytes.length);
  return stream;
}

function adler32(bytes: Buffer): number {
  let [low, high] = [1, 0];
  for (const byte of bytes) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return high * 0x10000 + low;
}
