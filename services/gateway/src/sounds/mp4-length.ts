const MOST_BOXES = 64;
const HEAD = 8;

interface Box {
  readonly name: string;
  readonly content: Buffer;
}

/** The boxes that stand side by side in some bytes (ISO/IEC 14496-12, 4.2). */
function boxesOf(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  let at = 0;
  for (let box = 0; box < MOST_BOXES && at + HEAD <= bytes.length; box += 1) {
    const written = bytes.readUInt32BE(at);
    const isLong = written === 1 && at + 2 * HEAD <= bytes.length;
    const head = isLong ? 2 * HEAD : HEAD;
    const whole = isLong ? Number(bytes.readBigUInt64BE(at + HEAD)) : written;
    // 0: to the end.
    const size = whole === 0 ? bytes.length - at : whole;
    if (size < head) break;
    const name = bytes.toString('latin1', at + 4, at + HEAD);
    boxes.push({ name, content: bytes.subarray(at + head, at + size) });
    at += size;
  }
  return boxes;
}

const contentOf = (bytes: Buffer, name: string): Buffer | undefined =>
  boxesOf(bytes).find((box) => box.name === name)?.content;

/** The length of an MP4 or M4A file in milliseconds, as the head of its film says (`moov`, `mvhd`). One in fragments says 0 there. */
export function mp4Length(file: Buffer): number | undefined {
  if (file.toString('latin1', 4, 8) !== 'ftyp') return undefined;
  const moov = contentOf(file, 'moov');
  const head = moov && contentOf(moov, 'mvhd');
  if (!head || head.length < 32) return undefined;
  const isLong = head.readUInt8(0) === 1;
  const scale = head.readUInt32BE(isLong ? 20 : 12);
  const length = isLong ? Number(head.readBigUInt64BE(24)) : head.readUInt32BE(16);
  return scale === 0 || length === 0 ? undefined : (length * 1000) / scale;
}
