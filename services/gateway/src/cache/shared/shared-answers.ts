import { reasonOf, type Store } from '@aicp/common/counters/redis/store';
import type { Clock } from '@aicp/common/time/clock';
import { SEAL_BYTES, type AnswerSeal, type Unsealed } from './answer-seal.ts';
import { AnswerShelf } from './answer-shelf.ts';
import type { SharedCounts } from './shared-counts.ts';
import type { StoreCircuit } from './store-circuit.ts';

/** So many are asked for at a time; a server that hangs is sent no more. */
const MOST_READS = 256;
/** So much is written at a time. */
const MOST_WRITTEN_BYTES = 8 << 20;

export interface SharedAnswersOptions {
  /** Closed with this. */
  readonly store: Pick<Store, 'isReady' | 'fault' | 'run' | 'runForBytes' | 'reconnect' | 'close'>;
  readonly seal: AnswerSeal;
  readonly circuit: StoreCircuit;
  readonly counts: SharedCounts;
  /** Warns of what would be told with every answer. */
  readonly alarms: {
    warn(event: string, subject: string, fields: Readonly<Record<string, unknown>>): void;
  };
  readonly clock: Clock;
  /** A request waits so long for an answer, ms. */
  readonly deadlineMs: number;
}

/** Answers that all gateways of an installation share. What the store does wrong is a miss, and never an error. */
export class SharedAnswers {
  private readonly options: SharedAnswersOptions;
  private readonly shelf: AnswerShelf;
  private readsOut = 0;
  private bytesOut = 0;

  constructor(options: SharedAnswersOptions) {
    this.options = options;
    this.shelf = new AnswerShelf(options.store);
  }

  /** The answer that another gateway kept, of `most` bytes at most; undefined within it: there is none. Never rejects. Undefined at once: nobody is asked. */
  ask(digest: Buffer, most: number): Promise<Unsealed | undefined> | undefined {
    const { circuit, counts } = this.options;
    const era = this.isThere() && this.readsOut < MOST_READS ? circuit.begin() : undefined;
    if (era !== undefined) return this.read(digest, most, era);
    counts.read('skipped');
    return undefined;
  }

  /** Puts an answer there for the others. Nobody waits for it. */
  keep(digest: Buffer, answer: Unsealed, ttlMs: number): void {
    const { circuit, counts, seal } = this.options;
    if (!this.isThere() || !circuit.isClosed) counts.wrote('skipped');
    else if (this.bytesOut + answer.bytes.length > MOST_WRITTEN_BYTES) counts.wrote('dropped');
    else {
      const sealed = seal.seal(digest, answer);
      this.bytesOut += sealed.length;
      this.shelf
        .write(seal.nameOf(digest), sealed, ttlMs)
        .then(
          (isKept) => {
            counts.wrote(isKept ? 'kept' : 'full');
          },
          (error: unknown) => {
            this.notWritten(error);
          },
        )
        .finally(() => {
          this.bytesOut -= sealed.length;
        });
    }
  }

  close(): void {
    this.options.store.close();
  }

  private isThere(): boolean {
    const { store, circuit } = this.options;
    if (store.isReady) return true;
    // While it connects for the first time there is nothing to tell.
    if (store.fault !== undefined) circuit.lost(store.fault);
    return false;
  }

  private async read(digest: Buffer, most: number, era: number): Promise<Unsealed | undefined> {
    const { circuit, counts, store } = this.options;
    try {
      const sealed = await this.inTime(digest, most);
      circuit.succeeded(era);
      const answer = sealed.length === 0 ? undefined : this.opened(digest, sealed);
      if (answer) counts.read('hit');
      else counts.read(sealed.length === 0 ? 'miss' : 'unbelieved');
      return answer;
    } catch (error) {
      counts.read('failed');
      const failures = circuit.failed(era, reasonOf(error));
      // A connection on which nothing comes any more would hold what was asked on it until the system gave it up.
      const isStuck = failures > 1 || (failures === 1 && this.readsOut >= MOST_READS);
      if (isStuck && error instanceof Late) store.reconnect();
      return undefined;
    }
  }

  private async inTime(digest: Buffer, most: number): Promise<Buffer> {
    const { clock, deadlineMs, seal } = this.options;
    const answered = new AbortController();
    this.readsOut += 1;
    const reading = this.shelf.read(seal.nameOf(digest), most + SEAL_BYTES);
    const isOver = (): void => {
      this.readsOut -= 1;
      answered.abort();
    };
    reading.then(isOver, isOver);
    const late = clock.sleep(deadlineMs, answered.signal).then(() => {
      throw new Late(deadlineMs);
    });
    return await Promise.race([reading, late]);
  }

  private opened(digest: Buffer, sealed: Buffer): Unsealed | undefined {
    const { seal, clock } = this.options;
    const answer = seal.open(digest, sealed);
    return answer && answer.endsAtMs > clock.now() ? answer : undefined;
  }

  private notWritten(error: unknown): void {
    const { counts, alarms } = this.options;
    counts.wrote('failed');
    // That the connection went is told elsewhere.
    const isSaid = error instanceof Error && error.name === 'ReplyError';
    if (isSaid) alarms.warn('shared_cache_not_kept', 'redis', { reason: reasonOf(error) });
  }
}

class Late extends Error {
  constructor(deadlineMs: number) {
    super(`no answer within ${String(deadlineMs)} ms`);
  }
}
