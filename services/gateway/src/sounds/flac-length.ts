/** Magic, and the head of the first block. */
const STREAM_INFO = 8;
const RATE_AT = STREAM_INFO + 10;

/** The length of a FLAC file in milliseconds (RFC 9639, 8.2: streaminfo): its samples, 36 bits, by those a second, 20 bits. */
export function flacLength(file: Buffer): number | undefined {
  if (file.length < RATE_AT + 8 || file.toString('latin1', 0, 4) !== 'fLaC') return undefined;
  const rate = file.readUIntBE(RATE_AT, 3) >> 4;
  const samples = (file.readUInt8(RATE_AT + 3) & 0x0f) * 2 ** 32 + file.readUInt32BE(RATE_AT + 4);
  return rate === 0 || samples === 0 ? undefined : (samples * 1000) / rate;
}
