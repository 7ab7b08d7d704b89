import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canLast, soundLength } from './sound-length.ts';

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const u32le = (value: number): Buffer => u32(value).reverse();
const text = (word: string): Buffer => Buffer.from(word, 'latin1');
const zeros = (length: number): Buffer => Buffer.alloc(length);
const join = (...parts: Buffer[]): Buffer => Buffer.concat(parts);

/** 16,000 bytes a second. */
const wav = (size: number, sound: number): Buffer =>
  join(
    ...[text('RIFF'), u32le(0), text('WAVE'), text('LIST'), u32le(3), text('abc\0')],
    ...[text('fmt '), u32le(16), Buffer.from([1, 0, 1, 0]), u32le(8000), u32le(16_000), zeros(4)],
    ...[text('data'), u32le(size), zeros(sound)],
  );

/** 44,100 samples a second, of 16 bits. */
const flac = (samples: number): Buffer =>
  join(text('fLaC'), zeros(14), u32((44_100 << 12) + 0xf0 + 0), u32(samples), zeros(40_000));

const page = (position: bigint, content: Buffer): Buffer => {
  const head = zeros(27);
  head.write('OggS');
  head.writeBigUInt64LE(position, 6);
  return join(head, content);
};
const ogg = (first: Buffer, samples: bigint): Buffer =>
  join(page(0n, first), zeros(20_000), page(samples, zeros(50)), page(2n ** 64n - 1n, zeros(9)));
const vorbis = join(text('\x01vorbis'), zeros(5), u32le(44_100), zeros(20));

const box = (name: string, ...content: Buffer[]): Buffer => {
  const inner = join(...content);
  return join(u32(inner.length + 8), text(name), inner);
};
const mp4 = (version: number, ...times: Buffer[]): Buffer =>
  join(
    ...[box('ftyp', text('M4A ')), box('mdat', zeros(30_000))],
    box(
      'moov',
      box('mvhd', u32(version << 24), zeros(version === 1 ? 16 : 8), ...times, zeros(80)),
    ),
  );

const webm = (...members: Buffer[]): Buffer => {
  const inner = join(...members);
  return join(
    ...[u32(0x1a45dfa3), Buffer.from([0x80]), u32(0x18538067), Buffer.from([0x01]), zeros(7)],
    ...[u32(0x1549a966), Buffer.from([0x80 + inner.length]), inner, zeros(40_000)],
  );
};
const float = zeros(8);
float.writeDoubleBE(12_500);
const DURATION = join(Buffer.from([0x44, 0x89, 0x88]), float);

/** MPEG-1, layer III, 128 kbit/s at 44,100 samples a second. */
const MP3 = u32(0xfffb9064);
/** MPEG-2, layer III, 64 kbit/s at 22,050. */
const MP3_2 = u32(0xfff38064);
const tagged = (sound: Buffer): Buffer =>
  join(text('ID3\x04\0\0'), Buffer.from([0, 0, 1, 0]), zeros(128), sound);

describe('the length of a sound', () => {
  it.each([
    ['wav: 32,000 bytes at 16,000 a second', wav(32_000, 32_000), 2000],
    ['wav whose recorder left its size open', wav(0xffffffff, 24_000), 1500],
    ['wav whose size was never written', wav(0, 24_000), 1500],
    ['flac: 441,000 samples at 44,100 a second', flac(441_000), 10_000],
    ['ogg of Opus: 480,000 samples at 48,000', ogg(text('OpusHead'), 480_000n), 10_000],
    ['ogg of Vorbis: 441,000 samples at 44,100', ogg(vorbis, 441_000n), 10_000],
    ['m4a: 90,000 ticks of 1/9000 s', mp4(0, u32(9000), u32(90_000)), 10_000],
    ['mp4 of the long form', mp4(1, u32(1000), u32(0), u32(9500)), 9500],
    ['webm: 12,500 ticks of a millisecond', webm(DURATION), 12_500],
    [
      'webm: of two',
      webm(Buffer.from([0x2a, 0xd7, 0xb1, 0x83, 0x1e, 0x84, 0x80]), DURATION),
      25_000,
    ],
    ['mp3 of constant bits: 160,000 bytes at 128 kbit/s', join(MP3, zeros(159_996)), 10_000],
    [
      'mp3 of MPEG-2 behind a tag: 80,000 bytes at 64 kbit/s',
      tagged(join(MP3_2, zeros(79_996))),
      10_000,
    ],
    [
      'mp3 of varying bits: 1,000 frames of 1,152 samples',
      join(MP3, zeros(32), text('Xing'), u32(1), u32(1000), zeros(200_000)),
      26_122,
    ],
  ])('is what its head says: %s', (_, file, ms) => {
    expect(soundLength(file)).toBe(ms);
  });

  it.each([
    ['nothing that is known', zeros(40_000)],
    ['a head of webm without a length', join(webm(), zeros(40_000)).subarray(0, 40_000)],
    ['a film in fragments', mp4(0, u32(9000), u32(0)).subarray(0, 40_000)],
    ['a length that so many bytes cannot have', mp4(0, u32(1), u32(4_000_000)).subarray(0, 40_000)],
    ['one that is too short for them', mp4(0, u32(1_000_000), u32(1)).subarray(0, 40_000)],
  ])('is that of 32 kbit/s where it says none that can be: %s', (_, file) => {
    expect(soundLength(file)).toBe(Math.round(file.length / 4));
  });

  it('is read of any bytes at all, and never nothing', () => {
    const heads = fc.constantFrom(
      ...['', 'RIFF\0\0\0\0WAVEfmt ', 'fLaC', 'OggSOpusHead', '\0\0\0\x08ftyp\0\0\0\0moov', 'ID3'],
      ...['\x1a\x45\xdf\xa3\x15\x49\xa9\x66', '\xff\xfb\x90\x64'],
    );
    fc.assert(
      fc.property(heads, fc.uint8Array({ maxLength: 400 }), (head, rest) => {
        const file = join(text(head), Buffer.from(rest));
        const ms = soundLength(file);
        expect(Number.isSafeInteger(ms) && ms >= 1).toBe(true);
        expect(canLast(ms, file.length)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
