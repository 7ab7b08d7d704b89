import type { CacheTerms } from '@aicp/contracts/snapshot/sections/policies';
import type { Clock } from '@aicp/common/time/clock';
import type { CacheKey } from './cache-key.ts';
import { Flights } from './flights.ts';
import { decodeAnswer, encodeAnswer, type KeptAnswer } from './kept-answer.ts';
import { AnswerStore } from './memory/answer-store.ts';
import { AlikeAnswers } from './semantic/alike-answers.ts';
import type { SharedAnswers } from './shared/shared-answers.ts';

/** What stands before the document of an answer is far shorter. */
const MOST_HEAD_BYTES = 8_192;

/** The answers that this gateway may give again: in its memory, and where it shares them with others. */
export class AnswerCache {
  /** What is asked now, so that equal requests wait for one answer. */
  readonly flights = new Flights();
  /** Which of them answer questions that ask the same. */
  readonly alike = new AlikeAnswers<CacheKey>();
  private readonly clock: Clock;
  private terms: CacheTerms | undefined;
  private store: AnswerStore | undefined;
  private readonly shared: SharedAnswers | undefined;

  /** `shared`: absent where gateways share nothing. It is closed with this. */
  constructor({ clock, shared }: { clock: Clock; shared?: SharedAnswers | undefined }) {
    this.clock = clock;
    this.shared = shared;
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

  /** The answer that is kept in memory; undefined: none, or it is past its end. */
  find({ digest }: CacheKey): KeptAnswer | undefined {
    const bytes = this.store?.get(digest, this.clock.now());
    return bytes && decodeAnswer(bytes);
  }

  /** The answer to another question that was found to be alike to this one. */
  findTwin(key: CacheKey): KeptAnswer | undefined {
    const twin = this.alike.twinOf(key);
    return twin && this.find(twin);
  }

  /** The same of the answers that are shared, in a bounded time; it is in memory then. Never rejects. Undefined at once: nobody is asked. */
  seek({ digest }: CacheKey): Promise<KeptAnswer | undefined> | undefined {
    const { terms, store, shared } = this;
    if (!terms || !store) return undefined;
    return shared?.ask(digest, terms.maxAnswerBytes + MOST_HEAD_BYTES)?.then((found) => {
      const answer = found && decodeAnswer(found.bytes);
      if (!found || !answer) return undefined;
      const now = this.clock.now();
      const endsAt = Math.min(found.endsAtMs, now + terms.ttlSeconds * 1000);
      store.set(digest, found.bytes, endsAt, now);
      return answer;
    });
  }

  /** Keeps an answer; one that is too large for the settings is not kept. */
  keep({ digest }: CacheKey, answer: KeptAnswer): void {
    const { terms, store, clock, shared } = this;
    if (!terms || !store || answer.document.length > terms.maxAnswerBytes) return;
    const now = clock.now();
    const ttlMs = terms.ttlSeconds * 1000;
    const bytes = encodeAnswer(answer);
    store.set(digest, bytes, now + ttlMs, now);
    shared?.keep(digest, { bytes, endsAtMs: now + ttlMs }, ttlMs);
  }

  [Symbol.dispose](): void {
    this.shared?.close();
  }
}
