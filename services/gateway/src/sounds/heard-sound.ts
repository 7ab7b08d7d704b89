import type { TokenBuckets } from '@aicp/contracts/usage/usage-record';
import { canLast } from './sound-length.ts';

/** OpenAI's models that hear make a token of a tenth of a second ("Managing costs" of its realtime API). */
const TOKENS_A_SECOND = 10;

/** What a sound takes that is heard, where nobody counts tokens; nothing where none is. */
export const heardTokens = (ms: number | undefined): Partial<TokenBuckets> =>
  ms === undefined ? {} : { audio_input: Math.ceil((ms * TOKENS_A_SECOND) / 1000) };

/** What is known of a request in which a sound was sent. */
interface Sent {
  /** As its head or its size says; absent: no sound was sent. */
  readonly heardMs?: number | undefined;
  /** Bytes of all of it. */
  readonly size: number;
}

/** How long a sound was: as its provider says, where so many bytes can last so long, else as the sound itself does. */
export const lengthOf = ({ heardMs, size }: Sent, told: number | undefined): number | undefined =>
  told !== undefined && told > 0 && canLast(told, size) ? told : heardMs;
