/** kbit/s by the index in a head of layer III: of MPEG-1, and of MPEG-2 and 2.5. */
const RATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const RATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLES = [44_100, 48_000, 32_000];
/** By which MPEG-2.5 and MPEG-2 divide them. */
const PARTS: Readonly<Partial<Record<number, number>>> = { 0: 4, 2: 2 };
/** Where the first frame may begin behind tags. */
const LONGEST_SEARCH = 4096;
const TAG_HEAD = 10;

interface Frame {
  readonly bitrate: number;
  readonly samplesASecond: number;
  readonly samples: number;
}

/** The length of an MP3 file in milliseconds: by the number of its frames, where its first says that (Xing, Info, VBRI), else by its size and the bits a second of the first. */
export function mp3Length(file: Buffer): number | undefined {
  const from = afterTag(file);
  const end = Math.min(from + LONGEST_SEARCH, file.length - 4);
  for (let at = from; at < end; at += 1) {
    const frame = frameAt(file, at);
    if (!frame) continue;
    const frames = framesIn(file.subarray(at, at + 256));
    if (frames !== undefined) return (frames * frame.samples * 1000) / frame.samplesASecond;
    return ((file.length - at) * 8) / frame.bitrate;
  }
  return undefined;
}

/** Behind an ID3 tag, whose size is written in four bytes of seven bits. */
function afterTag(file: Buffer): number {
  if (file.length < TAG_HEAD || file.toString('latin1', 0, 3) !== 'ID3') return 0;
  const size = file.subarray(6, TAG_HEAD).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
  return TAG_HEAD + size;
}

/** All bits of the mark, and layer III, of a version that there is. */
const isHead = (head: number): boolean =>
  head >>> 21 === 0x7ff && ((head >>> 17) & 3) === 1 && ((head >>> 19) & 3) !== 1;

function frameAt(file: Buffer, at: number): Frame | undefined {
  const head = file.readUInt32BE(at);
  if (!isHead(head)) return undefined;
  const version = (head >>> 19) & 3;
  const isFirst = version === 3;
  const bitrate = (isFirst ? RATES_1 : RATES_2)[(head >>> 12) & 15] ?? 0;
  const base = SAMPLES[(head >>> 10) & 3] ?? 0;
  if (bitrate === 0 || base === 0) return undefined;
  const samplesASecond = base / (PARTS[version] ?? 1);
  return { bitrate, samplesASecond, samples: isFirst ? 1152 : 576 };
}

function framesIn(frame: Buffer): number | undefined {
  const xing = Math.max(frame.indexOf('Xing'), frame.indexOf('Info'));
  if (xing !== -1 && xing + 12 <= frame.length) {
    const hasFrames = (frame.readUInt32BE(xing + 4) & 1) === 1;
    return hasFrames ? frame.readUInt32BE(xing + 8) : undefined;
  }
  const vbri = frame.indexOf('VBRI');
  return vbri !== -1 && vbri + 18 <= frame.length ? frame.readUInt32BE(vbri + 14) : undefined;
}
