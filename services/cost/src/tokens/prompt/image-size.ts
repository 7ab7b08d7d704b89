/** Pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** So much of a picture is looked at: its size stands in its first bytes. */
const HEAD_CHARACTERS = 65_536;
const BASE64 = /^data:image\/[a-z0-9.+-]+;base64,/i;

/** The size of a picture that a request carries itself, as a data URL of PNG, JPEG, GIF or WebP; undefined where it says none, or is elsewhere. */
export function imageSize(url: string): ImageSize | undefined {
  const [prefix] = BASE64.exec(url.slice(0, 64)) ?? [];
  if (prefix === undefined) return undefined;
  const bytes = Buffer.from(url.slice(prefix.length, prefix.length + HEAD_CHARACTERS), 'base64');
  const size = READERS.map((read) => read(bytes)).find((one) => one !== undefined);
  return size && size.width > 0 && size.height > 0 ? size : undefined;
}

type Reader = (bytes: Buffer) => ImageSize | undefined;

const startsWith = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.toString('latin1', at, at + text.length) === text;

const png: Reader = (bytes) =>
  startsWith(bytes, '\x89PNG') && bytes.length >= 24
    ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : undefined;

const gif: Reader = (bytes) =>
  startsWith(bytes, 'GIF8') && bytes.length >= 10
    ? { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
    : undefined;

const webp: Reader = (bytes) => {
  if (!startsWith(bytes, 'RIFF') || !startsWith(bytes, 'WEBP', 8) || bytes.length < 30) {
    return undefined;
  }
  if (startsWith(bytes, 'VP8X', 12)) {
    return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  }
  if (startsWith(bytes, 'VP8L', 12)) {
    const bits = bytes.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
};

/** Walks from marker to marker until one begins a frame, which holds the size. */
const jpeg: Reader = (bytes) => {
  if (bytes.length < 4 || bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined;
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (isFrame(marker)) {
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    }
    at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return undefined;
};

/** 0xC4, 0xC8 and 0xCC are tables and an extension. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

const READERS: readonly Reader[] = [png, jpeg, gif, webp];
