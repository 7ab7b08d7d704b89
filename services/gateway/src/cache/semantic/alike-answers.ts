import { isDeepStrictEqual } from 'node:util';
import type { CacheTerms } from '@aicp/contracts/snapshot/sections/policies';
import { AlikeIndex, type Key, type Known, type Near } from './alike-index.ts';
import { mayMeanTheSame } from './text-signs.ts';

type Terms = NonNullable<CacheTerms['semantic']>;

/** So many questions are known to be alike to others, at most. */
const MOST_TWINS = 20_000;

/** A question, and those that it may be compared with: of one scope, alike in everything but the words of their last message. */
export interface Grouped<K extends Key> extends Pick<Known<K>, 'vector' | 'words'> {
  readonly group: K;
}

/** The words of a question, and those that are near to it. */
export interface Neighbours<K extends Key> extends Pick<Grouped<K>, 'words'> {
  readonly nearest: readonly Near<K>[];
}

/** An answer to another question that asks the same. */
export interface AlikeAnswer<Answer> {
  readonly answer: Answer;
  readonly cosine: number;
}

/** Finds the answers to questions that ask the same in other words. It keeps vectors alone: the answers are where those to equal questions are. */
export class AlikeAnswers<K extends Key> {
  private readonly isShared: boolean;
  private terms: Terms | undefined;
  private index: AlikeIndex<K> | undefined;
  /** Where the answer is to a question that was found to be alike, so that no model is asked about it again. The oldest comes first. */
  private readonly twins = new Map<string, K>();

  /** `isShared`: what is not in this gateway's memory may be elsewhere. */
  constructor({ isShared }: { readonly isShared: boolean }) {
    this.isShared = isShared;
  }

  /** Goes by other settings. Vectors of another model, or in other memory, are begun anew: whether they are. */
  configure(terms: Terms | undefined): boolean {
    const { model, maxBytes } = terms ?? {};
    const isAnew = model !== this.terms?.model || maxBytes !== this.terms?.maxBytes;
    if (isAnew) this.index = maxBytes === undefined ? undefined : new AlikeIndex({ maxBytes });
    if (!isDeepStrictEqual(terms, this.terms)) this.twins.clear();
    this.terms = terms;
    return isAnew;
  }

  get entries(): number {
    return this.index?.size ?? 0;
  }

  /** What vectors take of memory. */
  get bytes(): number {
    return this.index?.bytes ?? 0;
  }

  /** Where the answer is to another question to which this one was found to be alike. */
  twinOf({ digest }: K): K | undefined {
    return this.twins.get(digest.toString('latin1'));
  }

  /** The questions of its group that are near enough, the nearest first. */
  near({ group, vector }: Grouped<K>): readonly Near<K>[] {
    const { index, terms } = this;
    return index && terms ? index.near(group, vector, terms.threshold) : [];
  }

  /**
   * Of the `nearest`: the answer to the first that may mean the same and that `answerOf` still has one for, which is to be that question's own: likeness
   * goes no further than one step. `key` is that of the question itself; `now` in milliseconds since 1970.
   */
  find<Answer>(
    { nearest, words }: Neighbours<K>,
    key: K,
    { now, answerOf }: { readonly now: number; answerOf: (key: K) => Answer | undefined },
  ): AlikeAnswer<Answer> | undefined {
    for (const { known, cosine } of nearest) {
      const answer = known.endsAtMs > now ? answerOf(known.key) : undefined;
      if (!answer) {
        if (!this.isShared || known.endsAtMs <= now) this.forget(known.key);
      } else if (mayMeanTheSame(known.words, words)) {
        this.use(known.key, key);
        return { answer, cosine };
      }
    }
    return undefined;
  }

  /** Those of them that may mean the same, whose answers are to be looked for elsewhere. */
  candidates({ nearest, words }: Neighbours<K>, now: number): readonly Near<K>[] {
    return nearest.filter(
      ({ known }) => known.endsAtMs > now && mayMeanTheSame(known.words, words),
    );
  }

  /** The answer to a question is given to that of `key`. */
  use(known: K, key: K): void {
    this.index?.touch(known);
    this.addTwin(key, known);
  }

  /** The answer to a question is kept at `key`: it is its own, and nobody's twin any more. */
  keep(group: K, known: Known<K>): void {
    this.twins.delete(known.key.digest.toString('latin1'));
    this.learn(group, known);
  }

  /** The answer to a question is kept somewhere. */
  learn(group: K, known: Known<K>): void {
    this.index?.add(group, known);
  }

  /** The answer to a question is nowhere any more. */
  forget(key: K): void {
    this.index?.remove(key);
  }

  private addTwin({ digest }: K, other: K): void {
    const { twins } = this;
    twins.set(digest.toString('latin1'), other);
    if (twins.size <= MOST_TWINS) return;
    for (const oldest of twins.keys()) {
      twins.delete(oldest);
      break;
    }
  }
}
