/** So long a letter after `g` is waited for, ms. */
const JUMP_MS = 1500;

/** What a key is a part of: the beginning of a sequence, its end (`jump` is the letter), or nothing. */
export type SequenceStep =
  | { readonly kind: 'begun' }
  | { readonly kind: 'jump'; readonly letter: string }
  | { readonly kind: 'none' };

/** Follows `g` and the letter after it. The letter belongs to the sequence, whatever else it does by itself. */
export class KeySequence {
  private until = 0;

  /** `at`: milliseconds, of the same clock each time. */
  take(key: string, at: number): SequenceStep {
    // Shift by itself is no letter: `g` and then a capital or a sign is still a sequence.
    if (key === 'Shift') return { kind: 'none' };
    const isWaiting = at < this.until;
    this.until = 0;
    if (isWaiting && key !== 'Escape') return { kind: 'jump', letter: key };
    if (key !== 'g') return { kind: 'none' };
    this.until = at + JUMP_MS;
    return { kind: 'begun' };
  }
}
