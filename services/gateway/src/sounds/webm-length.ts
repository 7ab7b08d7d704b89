/** Ids of elements (RFC 9559, 5.1), with the bits that say how long they are. */
const EBML = 0x1a45dfa3;
const INFO = Buffer.from([0x15, 0x49, 0xa9, 0x66]);
const SCALE = 0x2ad7b1;
const DURATION = 0x4489;
/** Nanoseconds of a tick where the file does not say. */
const USUAL_SCALE = 1_000_000;
/** What stands before the information on a segment is short. */
const LONGEST_HEAD = 65_536;

/** A number of variable length at `at` (RFC 8794, 4); with its mark where it is an id. */
function numberAt(
  bytes: Buffer,
  at: number,
  isId: boolean,
): [value: number, end: number] | undefined {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (first === 0 || at + length > bytes.length) return undefined;
  let value = isId ? first : first & (0xff >> length);
  for (let next = 1; next < length; next += 1) value = value * 256 + (bytes[at + next] ?? 0);
  return [value, at + length];
}

/** The contents of the elements that stand side by side in some bytes, by their ids. */
function elementsOf(bytes: Buffer): ReadonlyMap<number, Buffer> {
  const found = new Map<number, Buffer>();
  let at = 0;
  while (at < bytes.length) {
    const id = numberAt(bytes, at, true);
    const size = id && numberAt(bytes, id[1], false);
    if (!size) break;
    found.set(id[0], bytes.subarray(size[1], size[1] + size[0]));
    at = size[1] + size[0];
  }
  return found;
}

/** The length of a WebM or Matroska file in milliseconds. One that was recorded as it came, as browsers do, does not say. */
export function webmLength(file: Buffer): number | undefined {
  if (file.length < 4 || file.readUInt32BE(0) !== EBML) return undefined;
  const head = file.subarray(0, LONGEST_HEAD);
  const at = head.indexOf(INFO);
  const size = at === -1 ? undefined : numberAt(head, at + INFO.length, false);
  if (!size) return undefined;
  const members = elementsOf(head.subarray(size[1], size[1] + size[0]));
  const ticks = floatOf(members.get(DURATION));
  const scale = members.get(SCALE);
  const isScale = scale !== undefined && scale.length > 0 && scale.length <= 6;
  const tick = isScale ? scale.readUIntBE(0, scale.length) : USUAL_SCALE;
  return ticks === undefined ? undefined : (ticks * tick) / 1_000_000;
}

function floatOf(bytes: Buffer | undefined): number | undefined {
  if (bytes?.length === 4) return bytes.readFloatBE(0);
  return bytes?.length === 8 ? bytes.readDoubleBE(0) : undefined;
}
