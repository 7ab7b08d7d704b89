import type { Seal } from '../../conversation/conversation.ts';

/** What a signature begins with that is another vendor's: Google's own are bytes in base64 and hold no colon when they are read. */
const FOREIGN = 'aicp-seal:';

/** A seal as clients of Google's API carry it: in `thoughtSignature`, which is base64. One of another vendor says so within. */
export const signatureOf = ({ format, value }: Seal): string =>
  format === 'gemini' ? value : Buffer.from(`${FOREIGN}${format}:${value}`).toString('base64');

/** The seal that a signature stands for. */
export function sealOf(signature: string): Seal {
  const text = Buffer.from(signature, 'base64').toString();
  if (!text.startsWith(FOREIGN)) return { format: 'gemini', value: signature };
  const at = text.indexOf(':', FOREIGN.length);
  return { format: text.slice(FOREIGN.length, at), value: text.slice(at + 1) };
}
