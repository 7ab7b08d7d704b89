import { isDeepStrictEqual } from 'node:util';
import type { CacheTerms } from '@aicp/contracts/snapshot/sections/policies';
import type { CacheKey } from '../cache-key.ts';
import type { KeptAnswer } from '../kept-answer.ts';
import { AlikeIndex, type Known } from './alike-index.ts';

type Terms = NonNullable<CacheTerms['semantic']>;

/** So many questions are known to be alike to others, at most. */
const MOST_TWINS = 20_000;

/** A question, and those that it may be compared with: of one scope, alike in everything but the words of their last message. */
export interface Grouped extends Pick<Known<CacheKey>, 'vector' | 'words'> {
  readonly group: CacheKey;
}

/** An answer to another question that asks the same. */
export interface AlikeAnswer {
  readonly answer: KeptAnswer;
  readonly cosine: number;
}

/** Finds the answers to questions that ask the same in other words. It keeps vectors alone: the answers are where those to equal questions are. */
export class AlikeAnswers {
  private terms: Terms | undefined;
  private index: AlikeIndex<CacheKey> | undefined;
  /** Where the answer is to a question that was found to be alike, so that no model is asked about it again. The oldest comes first. */
  private readonly twins = new Map<string, CacheKey>();

  /** Goes by other settings. Vectors of another model, or in other memory, are begun anew. */
  configure(terms: Terms | undefined): void {
    const { model, maxBytes } = terms ?? {};
    if (model !== this.terms?.model || maxBytes !== this.terms?.maxBytes) {
      this.index = maxBytes === undefined ? undefined : new AlikeIndex({ maxBytes });
    }
    if (!isDeepStrictEqual(terms, this.terms)) this.twins.clear();
    this.terms = terms;
  }

  get entries(): number {
    return this.index?.size ?? 0;
  }

  /** What vectors take of memory. */
  get bytes(): number {
    return this.index?.bytes ?? 0;
  }

  /** Where the answer is to another question to which this one was found to be alike. */
  twinOf({ digest }: CacheKey): CacheKey | undefined {
    return this.twins.get(digest.toString('latin1'));
  }

  /** The answer to the nearest question that `answerOf` still has one for; `key` is that of the question itself. */
  find(
    question: Grouped,
    key: CacheKey,
    answerOf: (key: CacheKey) => KeptAnswer | undefined,
  ): AlikeAnswer | undefined {
    const { index, terms } = this;
    if (!index || !terms) return undefined;
    for (;;) {
      const nearest = index.nearest(question.group, question, terms.threshold);
      if (!nearest) return undefined;
      const answer = answerOf(nearest.key);
      if (answer) {
        this.addTwin(key, nearest.key);
        return { answer, cosine: nearest.cosine };
      }
      index.remove(nearest.key);
    }
  }

  /** The answer to a question is kept at `key`. */
  keep({ group, vector, words }: Grouped, key: CacheKey): void {
    this.index?.add(group, { key, vector, words });
  }

  private addTwin({ digest }: CacheKey, other: CacheKey): void {
    const { twins } = this;
    twins.set(digest.toString('latin1'), other);
    if (twins.size <= MOST_TWINS) return;
    for (const oldest of twins.keys()) {
      twins.delete(oldest);
      break;
    }
  }
}
