import type { Seal } from '../../conversation/conversation.ts';

/** Of a thinking block: its signature. */
export const SIGNATURE = 'messages';
/** Of a redacted thinking block: its data. */
export const REDACTED = 'messages-redacted';

/** Begins what is no signature of Anthropic, but another vendor's seal that an Anthropic client keeps for it. */
const FOREIGN = /^aicp-(?<place>turn|call)\.(?<format>[\w-]+)\.(?<value>.*)$/s;

/** A seal as a signature, or as the data of a block that nobody reads. `call`: it belongs to the call behind it. */
export function writeSeal({ format, value }: Seal, place: 'turn' | 'call' = 'turn'): string {
  const isOwn = format === SIGNATURE || format === REDACTED;
  return isOwn && place === 'turn' ? value : `aicp-${place}.${format}.${value}`;
}

export interface ReadSeal {
  readonly seal: Seal;
  readonly isOfCall: boolean;
}

/** The seal that stands there. `own`: what it is where no other vendor made it. */
export function readSeal(written: string, own: string): ReadSeal {
  const found = FOREIGN.exec(written)?.groups;
  if (!found) return { seal: { format: own, value: written }, isOfCall: false };
  const { place, format = '', value = '' } = found;
  return { seal: { format, value }, isOfCall: place === 'call' };
}
