import type { CacheTerms } from '@aicp/contracts/snapshot/sections/policies';
import type { Clock } from '@aicp/common/time/clock';
import { CacheKey } from './cache-key.ts';
import type { LikeQuestion } from './cache-trail.ts';
import { Flights } from './flights.ts';
import { decodeAnswer, encodeAnswer, type KeptAnswer } from './kept-answer.ts';
import { AnswerStore } from './memory/answer-store.ts';
import { AlikeAnswers, type AlikeAnswer } from './semantic/alike-answers.ts';
import type { Near } from './semantic/alike-index.ts';
import type { SharedCache } from './shared-cache.ts';

/** What stands before the document of an answer is far shorter. */
const MOST_HEAD_BYTES = 8_192;
/** The answers to so many alike questions are asked for elsewhere, one behind the other, before a provider is. */
const MOST_SOUGHT = 2;

/** The answers that this gateway may give again: in its memory, and where it shares them with others. */
export class AnswerCache {
  /** What is asked now, so that equal requests wait for one answer. */
  readonly flights = new Flights();
  /** Which of them answer questions that ask the same. */
  readonly alike: AlikeAnswers<CacheKey>;
  private readonly clock: Clock;
  private terms: CacheTerms | undefined;
  private store: AnswerStore | undefined;
  private readonly shared: SharedCache | undefined;

  /** `shared`: absent where gateways share nothing. It is closed with this. */
  constructor({ clock, shared }: { clock: Clock; shared?: SharedCache | undefined }) {
    this.clock = clock;
    this.shared = shared;
    this.alike = new AlikeAnswers({ isShared: shared !== undefined });
  }

  /** Goes by other settings. Where answers are not kept any more, or other memory is theirs, those of before are forgotten. */
  configure(terms: CacheTerms | undefined): void {
    const isSame = terms !== undefined && this.terms?.maxBytes === terms.maxBytes;
    if (!isSame) this.store = terms && new AnswerStore({ maxBytes: terms.maxBytes });
    this.terms = terms;
    if (this.alike.configure(terms?.semantic)) this.shared?.questions.beginAnew();
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
    return shared?.answers.ask(digest, terms.maxAnswerBytes + MOST_HEAD_BYTES)?.then((found) => {
      const answer = found && decodeAnswer(found.bytes);
      if (!found || !answer) return undefined;
      const now = this.clock.now();
      const endsAt = Math.min(found.endsAtMs, now + terms.ttlSeconds * 1000);
      store.set(digest, found.bytes, endsAt, now);
      return answer;
    });
  }

  /** Learns which questions of a group other gateways know the answers to, in a bounded time. Never rejects. Undefined: nobody is asked. */
  learn(group: CacheKey): Promise<void> | undefined {
    return this.shared?.questions.news(group.digest)?.then((news) => {
      for (const told of news) {
        const { vector, words, endsAtMs } = told;
        this.alike.learn(group, { key: CacheKey.toldBy(told), vector, words, endsAtMs });
      }
    });
  }

  /** The answer to the nearest question that may mean the same: from memory at once, else, where answers are shared, as `seek`. */
  findAlike(
    { words, ...question }: LikeQuestion,
    key: CacheKey,
  ): AlikeAnswer<KeptAnswer> | Promise<AlikeAnswer<KeptAnswer> | undefined> | undefined {
    const now = this.clock.now();
    const neighbours = { words, nearest: this.alike.near({ words, ...question }) };
    const answerOf = (known: CacheKey) => this.find(known);
    const found = this.alike.find(neighbours, key, { now, answerOf });
    if (found || !this.shared) return found;
    const sought = this.alike.candidates(neighbours, now).slice(0, MOST_SOUGHT);
    return sought.length === 0 ? undefined : this.seekNearest(sought, key);
  }

  /** Keeps an answer; one that is too large for the settings is not kept. `question`: by which others that ask the same find it. */
  keep(key: CacheKey, answer: KeptAnswer, question?: LikeQuestion): void {
    const { digest } = key;
    const { terms, store, clock, shared } = this;
    if (!terms || !store || answer.document.length > terms.maxAnswerBytes) return;
    const now = clock.now();
    const ttlMs = terms.ttlSeconds * 1000;
    const endsAtMs = now + ttlMs;
    const bytes = encodeAnswer(answer);
    store.set(digest, bytes, endsAtMs, now);
    shared?.answers.keep(digest, { bytes, endsAtMs }, ttlMs);
    if (!question) return;
    const { group, vector, words } = question;
    this.alike.keep(group, { key, vector, words, endsAtMs });
    shared?.questions.tell(group.digest, { digest, vector, words, endsAtMs }, ttlMs);
  }

  [Symbol.dispose](): void {
    this.shared?.close();
  }

  private async seekNearest(
    nearest: readonly Near<CacheKey>[],
    key: CacheKey,
  ): Promise<AlikeAnswer<KeptAnswer> | undefined> {
    for (const { known, cosine } of nearest) {
      const seeking = this.seek(known.key);
      if (!seeking) return undefined;
      const answer = await seeking;
      if (answer) {
        this.alike.use(known.key, key);
        return { answer, cosine };
      }
      this.alike.forget(known.key);
    }
    return undefined;
  }
}
