import { Untranslatable } from '../../format.ts';
import type { EmbeddingsAsked } from './embeddings-asked.ts';

/** Bytes of the largest answer that is written. */
const MOST_BYTES = 32 * 1_048_576;
/** Of a number as JSON has it, with its sign, comma and blanks: vendors write most of them shorter, and what is brought to the length 1 is as long. */
const BYTES_AS_TEXT = 24;
/** Of a float of 32 bits in base64. */
const BYTES_IN_BASE64 = 16 / 3;

/** Throws `Untranslatable` where the answer would be larger than is written: nothing is paid then for what cannot be given. `dimensions`: those of the model; undefined: nobody knows. */
export function requireRoom(
  { texts, dimensions: asked, isBase64 }: EmbeddingsAsked,
  dimensions: number | undefined,
): void {
  const numbers = asked ?? dimensions;
  if (numbers === undefined) return;
  const bytes = Math.max(1, numbers) * (isBase64 ? BYTES_IN_BASE64 : BYTES_AS_TEXT);
  const most = Math.max(1, Math.floor(MOST_BYTES / bytes));
  if (texts.length > most)
    throw new Untranslatable(
      `The answer to ${texts.length} texts with vectors of ${numbers} numbers would be larger than 32 MiB: send at most ${most} texts in one request, or ask for shorter vectors.`,
      'input',
    );
}
