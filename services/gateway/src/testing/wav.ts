const BYTES_A_SECOND = 1000;

/** A WAVE file of silence that lasts so many seconds. */
export function wavOfSeconds(seconds: number): Buffer {
  const head = Buffer.from('RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0', 'latin1');
  const format = Buffer.alloc(12);
  format.writeUInt32LE(BYTES_A_SECOND, 0);
  format.writeUInt32LE(BYTES_A_SECOND, 4);
  const data = Buffer.from('data\0\0\0\0', 'latin1');
  data.writeUInt32LE(seconds * BYTES_A_SECOND, 4);
  return Buffer.concat([head, format, data, Buffer.alloc(seconds * BYTES_A_SECOND)]);
}
