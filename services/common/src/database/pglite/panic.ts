const ERROR_RESPONSE = 0x45;
const HEAD_BYTES = 5;
/** With these PostgreSQL ends the session, or itself. */
const ENDING = new Set(['FATAL', 'PANIC']);

/**
 * Why PostgreSQL gave up, in its own words, where an answer in its wire protocol says that it did; undefined where it goes on. PGlite stays there
 * after a panic, and answers nothing any more.
 */
export function panicIn(answer: Uint8Array): string | undefined {
  const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength);
  for (let at = 0; at + HEAD_BYTES <= bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) {
    if (bytes[at] !== ERROR_RESPONSE) continue;
    const fields = bytes
      .toString('utf8', at + HEAD_BYTES, at + 1 + bytes.readUInt32BE(at + 1))
      .split('\0');
    const field = (name: string) => fields.find((one) => one.startsWith(name))?.slice(1);
    if (ENDING.has(field('V') ?? '')) return field('M') ?? 'no reason was given';
  }
  return undefined;
}
