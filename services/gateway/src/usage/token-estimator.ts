/** What a model has taught us of its tokens. Sums fade, so that the ratio follows a model that changes. */
interface Learned {
  characters: number;
  tokens: number;
  /** Mean tokens of an answer. */
  answer: number;
}

const FADE = 0.98;
/** Before any answer: 4 characters a token, with the weight of a short one, and a middling answer. */
const INITIAL: Learned = { characters: 400, tokens: 100, answer: 256 };
/** A ratio outside these comes from pictures or hidden text, not from the model. */
const LEAST_CHARACTERS = 1;
const MOST_CHARACTERS = 10;
/** No answer teaches more than this: one that is far longer than any would be expected of all that follow. */
export const LONGEST_ANSWER = 200_000;

/**
 * Characters per token, learned per model from answers whose provider counted; for those where nobody did. A model is told by its `name`, which
 * it has alone in the installation: several organizations may have one of the same id, and none is to teach what others are expected to use.
 */
export class TokenEstimator {
  private readonly models = new Map<string, Learned>();

  /** An answer of `tokens` tokens had `characters` characters of text. */
  learnAnswer(model: string, characters: number, tokens: number): void {
    const learned = this.of(model);
    learned.answer = learned.answer * FADE + Math.min(tokens, LONGEST_ANSWER) * (1 - FADE);
    this.learnText(model, characters, tokens);
  }

  /** A text of `characters` characters was `tokens` tokens. */
  learnText(model: string, characters: number, tokens: number): void {
    if (characters <= 0 || tokens <= 0) return;
    const learned = this.of(model);
    learned.characters = learned.characters * FADE + characters;
    learned.tokens = learned.tokens * FADE + Math.min(tokens, characters / LEAST_CHARACTERS);
  }

  /** Tokens of a text of so many characters, rounded up. */
  tokensOf(model: string, characters: number): number {
    const { characters: sum, tokens } = this.models.get(model) ?? INITIAL;
    const ratio = Math.min(MOST_CHARACTERS, Math.max(LEAST_CHARACTERS, sum / tokens));
    return Math.ceil(characters / ratio);
  }

  /** Tokens that an answer is likely to have, and never more than `limit`. */
  expectedAnswer(model: string, limit: number | undefined): number {
    const { answer } = this.models.get(model) ?? INITIAL;
    return Math.round(Math.min(answer, limit ?? Infinity));
  }

  /** Forgets all models but those that `known` says are there. */
  keepOnly(known: (model: string) => boolean): void {
    for (const model of this.models.keys()) if (!known(model)) this.models.delete(model);
  }

  private of(model: string): Learned {
    const learned = this.models.get(model) ?? { ...INITIAL };
    this.models.set(model, learned);
    return learned;
  }
}
