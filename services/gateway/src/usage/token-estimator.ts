/** What a model has taught us of its tokens. Sums fade, so that the ratio follows a model that changes. */
interface Learned {
  characters: number;
  tokens: number;
  /** Mean tokens of an answer. */
  answer: number;
  /** Of how many answers; what is known before any counts as one. */
  answers: number;
}

/** Who is answered by whom. */
export interface Asking {
  /** The name of the model, which it has alone in the installation: several organizations may have one of the same id. */
  readonly model: string;
  readonly organization: string | undefined;
}

const FADE = 0.98;
/** Before any answer: 4 characters a token, with the weight of a short one, and a middling answer. */
const INITIAL: Learned = { characters: 400, tokens: 100, answer: 256, answers: 1 };
/** No text has another ratio for long. */
const LEAST_CHARACTERS = 1;
const MOST_CHARACTERS = 10;
/** Below this it comes from pictures or hidden text, not from the model; rare scripts stay above. */
const LEAST_TAUGHT = 0.5;
/** No text weighs more than this part of all that is known: one that is far longer than the others does not stand for all of them. */
const MOST_WEIGHT = 0.1;
/** No answer teaches more than this: one that is far longer than any would be expected of all that follow. */
export const LONGEST_ANSWER = 200_000;
/** Nor more than so many times what was expected: the first few answers have much weight. */
const LONGER = 16;
/** So many organizations are remembered of each model. */
export const MOST_ORGANIZATIONS = 4096;

const isPlausible = (characters: number, tokens: number): boolean =>
  characters > 0 &&
  tokens > 0 &&
  characters >= tokens * LEAST_TAUGHT &&
  characters <= tokens * MOST_CHARACTERS;

/**
 * Characters per token, and tokens of an answer, learned from answers whose provider counted; for those where nobody did, and for what a request may take. Each organization
 * teaches what is expected of its own requests alone: what others ask for is not to use up its limits.
 */
export class TokenEstimator {
  /** By model, then by organization; those that learned last come last. */
  private readonly models = new Map<string, Map<string | undefined, Learned>>();

  /** So many answers to one request had so many tokens together. A request that has none, for vectors say, teaches nothing. */
  learnAnswer(of: Asking, tokens: number, answers: number): void {
    if (answers < 1) return;
    const learned = this.learner(of);
    const longest = Math.min(LONGEST_ANSWER, LONGER * Math.max(learned.answer, INITIAL.answer));
    learned.answers += 1;
    const weight = Math.max(1 / learned.answers, 1 - FADE);
    learned.answer += weight * (Math.min(tokens / answers, longest) - learned.answer);
  }

  /** A text of `characters` characters was `tokens` tokens. One that cannot be text alone teaches nothing. */
  learnText(of: Asking, characters: number, tokens: number): void {
    if (!isPlausible(characters, tokens)) return;
    const learned = this.learner(of);
    const counted = Math.min(tokens, characters / LEAST_CHARACTERS);
    const most = Math.min(learned.characters / characters, learned.tokens / counted);
    const weight = Math.min(1, MOST_WEIGHT * most);
    learned.characters = learned.characters * FADE + weight * characters;
    learned.tokens = learned.tokens * FADE + weight * counted;
  }

  /** Tokens of a text of so many characters, rounded up. */
  tokensOf(of: Asking, characters: number): number {
    const { characters: sum, tokens } = this.known(of);
    const ratio = Math.min(MOST_CHARACTERS, Math.max(LEAST_CHARACTERS, sum / tokens));
    return Math.ceil(characters / ratio);
  }

  /** Tokens that one answer is likely to have, and never more than `limit`. */
  expectedAnswer(of: Asking, limit: number | undefined): number {
    return Math.round(Math.min(this.known(of).answer, limit ?? Infinity));
  }

  /** Forgets all models but those that `known` says are there. */
  keepOnly(known: (model: string) => boolean): void {
    for (const model of this.models.keys()) if (!known(model)) this.models.delete(model);
  }

  private known({ model, organization }: Asking): Learned {
    return this.models.get(model)?.get(organization) ?? INITIAL;
  }

  private learner({ model, organization }: Asking): Learned {
    let ofModel = this.models.get(model);
    if (!ofModel) this.models.set(model, (ofModel = new Map<string | undefined, Learned>()));
    const learned = ofModel.get(organization) ?? { ...INITIAL };
    ofModel.delete(organization);
    ofModel.set(organization, learned);
    if (ofModel.size > MOST_ORGANIZATIONS) {
      for (const longestAgo of ofModel.keys()) {
        ofModel.delete(longestAgo);
        break;
      }
    }
    return learned;
  }
}
