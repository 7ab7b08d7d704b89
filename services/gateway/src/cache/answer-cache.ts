import type { CacheTerms } from '@aicp/contracts/snapshot/sections/policies';
import type { Clock } from '@aicp/common/time/clock';
import type { CacheKey } from './cache-key.ts';
import { Flights } from './flights.ts';
import { decodeAnswer, encodeAnswer, type KeptAnswer } from './kept-answer.ts';
import { AnswerStore } from './memory/answer-store.ts';
import { AlikeAnswers } from './semantic/alike-answers.ts';

/** The answers that this gateway may give again, in its memory. */
export class AnswerCache {
  /** What is asked now, so that equal requests wait for one answer. */
  readonly flights = new Flights();
  /** Which of them answer questions that ask the same. */
  readonly alike = new AlikeAnswers();
  private readonly clock: Clock;
  private terms: CacheTerms | undefined;
  private store: AnswerStore | undefined;

  constructor({ clock }: { clock: Clock }) {
    this.clock = clock;
  }

  /** Goes by other settings. Where answers are not kept any more, or other memory is theirs, those of before are forgotten. */
  configure(terms: CacheTerms | undefined): void {
    const isSame = terms !== undefined && this.terms?.maxBytes === terms.maxBytes;
    if (!isSame) this.store = terms && new AnswerStore({ maxBytes: terms.maxBytes });
    this.terms = terms;
    this.alike.configure(terms?.semantic);
  }

  get entries(): number {
    return this.store?.entries ?? 0;
  }

  /** What they take of memory. */
  get bytes(): number {
    return this.store?.bytes ?? 0;
  }

  /** The answer that is kept there; undefined: none, or it is past its end. */
  find(key: CacheKey): KeptAnswer | undefined {
    const bytes = this.bytesOf(key) ?? this.bytesOf(this.alike.twinOf(key));
    return bytes && decodeAnswer(bytes);
  }

  private bytesOf(key: CacheKey | undefined): Uint8Array | undefined {
    return key && this.store?.get(key.digest, this.clock.now());
  }

  /** Keeps an answer; one that is too large for the settings is not kept. */
  keep({ digest }: CacheKey, answer: KeptAnswer): void {
    const { terms, store, clock } = this;
    if (!terms || !store || answer.document.length > terms.maxAnswerBytes) return;
    const now = clock.now();
    store.set(digest, encodeAnswer(answer), now + terms.ttlSeconds * 1000, now);
  }
}
