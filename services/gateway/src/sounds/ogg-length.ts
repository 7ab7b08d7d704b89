const MAGIC = Buffer.from('OggS');
const PAGE_HEAD = 27;
const LARGEST_PAGE = 65_307;
const OPUS = Buffer.from('OpusHead');
const VORBIS = Buffer.from('\x01vorbis', 'latin1');
/** Opus counts so whatever it was recorded at (RFC 7845, 4). */
const OPUS_RATE = 48_000;
/** Of a page on which no packet ends. */
const NO_POSITION = 0xffff_ffff_ffff_ffffn;

/** The length of an Ogg file of Opus or Vorbis in milliseconds: the position of its last page (RFC 3533, 6), by the samples a second of its first. */
export function oggLength(file: Buffer): number | undefined {
  if (!file.subarray(0, 4).equals(MAGIC)) return undefined;
  const rate = rateOf(file.subarray(0, 512));
  const last = lastPosition(file.subarray(Math.max(0, file.length - 2 * LARGEST_PAGE)));
  return rate === 0 || last === undefined ? undefined : (Number(last) * 1000) / rate;
}

function rateOf(head: Buffer): number {
  if (head.includes(OPUS)) return OPUS_RATE;
  const vorbis = head.indexOf(VORBIS);
  const at = vorbis + VORBIS.length + 5;
  return vorbis === -1 || at + 4 > head.length ? 0 : head.readUInt32LE(at);
}

function lastPosition(end: Buffer): bigint | undefined {
  for (let at = end.lastIndexOf(MAGIC); at !== -1; at = before(end, at)) {
    if (at + PAGE_HEAD > end.length) continue;
    const position = end.readBigUInt64LE(at + 6);
    if (position !== NO_POSITION) return position;
  }
  return undefined;
}

const before = (end: Buffer, at: number): number =>
  at === 0 ? -1 : end.lastIndexOf(MAGIC, at - 1);
