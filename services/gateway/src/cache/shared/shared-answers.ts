import type { Clock } from '@aicp/common/time/clock';
import { SEAL_BYTES, type AnswerSeal, type Unsealed } from './answer-seal.ts';
import type { AnswerShelf } from './answer-shelf.ts';
import type { SharedCounts } from './shared-counts.ts';
import type { SharedServer } from './shared-server.ts';

interface SharedAnswersOptions {
  readonly server: SharedServer;
  readonly shelf: AnswerShelf;
  readonly seal: AnswerSeal;
  readonly counts: SharedCounts;
  readonly clock: Pick<Clock, 'now'>;
}

/** Answers that all gateways of an installation share. What the server does wrong is a miss, and never an error. */
export class SharedAnswers {
  private readonly options: SharedAnswersOptions;

  constructor(options: SharedAnswersOptions) {
    this.options = options;
  }

  /** The answer that another gateway kept, of `most` bytes at most; undefined within it: there is none. Never rejects. Undefined at once: nobody is asked. */
  ask(digest: Buffer, most: number): Promise<Unsealed | undefined> | undefined {
    const { server, shelf, seal, counts } = this.options;
    const name = seal.nameOf(digest);
    return server
      .ask(() => shelf.read(name, most + SEAL_BYTES), counts)
      ?.then((sealed) => sealed && this.opened(digest, sealed));
  }

  /** Puts an answer there for the others. Nobody waits for it. */
  keep(digest: Buffer, answer: Unsealed, ttlMs: number): void {
    const { server, shelf, seal, counts } = this.options;
    server.put({
      ...{ kind: 'answers', counts, bytes: answer.bytes.length + SEAL_BYTES },
      write: () => shelf.write(seal.nameOf(digest), seal.seal(digest, answer), ttlMs),
    });
  }

  private opened(digest: Buffer, sealed: Buffer): Unsealed | undefined {
    const { seal, clock, counts } = this.options;
    const opened = seal.open(digest, sealed);
    const answer = opened && opened.endsAtMs > clock.now() ? opened : undefined;
    if (answer) counts.read('hit');
    else counts.read(sealed.length === 0 ? 'miss' : 'unbelieved');
    return answer;
  }
}
