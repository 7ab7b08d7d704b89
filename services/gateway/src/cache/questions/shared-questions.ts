import type { Clock } from '@aicp/common/time/clock';
import { RecentMap } from '../../memory/recent-map.ts';
import type { AnswerSeal } from '../shared/answer-seal.ts';
import { OpenedQuestion, sealQuestion, type QuestionToTell } from './opened-question.ts';
import type { News, Position, QuestionShelf } from './question-shelf.ts';
import type { SharedCounts } from '../shared/shared-counts.ts';
import { isRefusal, type SharedServer } from '../shared/shared-server.ts';

/** Of so many groups it is known up to where they were read. What is read twice is known already. */
const MOST_POSITIONS = 4_096;
/** So many groups are read at a time, each of which may bring 256 KiB. */
const MOST_READS = 32;

interface SharedQuestionsOptions {
  readonly server: SharedServer;
  readonly shelf: Pick<QuestionShelf, 'read' | 'write'>;
  /** Of another purpose than that of answers. */
  readonly seal: AnswerSeal;
  readonly counts: SharedCounts;
  readonly clock: Pick<Clock, 'now'>;
}

/** Which questions the other gateways of an installation know the answers to, by groups of those that may be compared. What the server does wrong means that each knows its own. */
export class SharedQuestions {
  private readonly options: SharedQuestionsOptions;
  private positions = new RecentMap<Position>({ count: MOST_POSITIONS });
  private readonly underWay = new Map<string, Promise<readonly OpenedQuestion[]>>();

  constructor(options: SharedQuestionsOptions) {
    this.options = options;
  }

  /** What is new of the group of a digest since it was read last, in a bounded time. Never rejects. Undefined at once: nobody is asked. */
  news(group: Buffer): Promise<readonly OpenedQuestion[]> | undefined {
    const { server, seal, counts } = this.options;
    const name = seal.nameOf(group);
    const before = this.underWay.get(name);
    if (before) return before;
    if (this.underWay.size >= MOST_READS) {
      counts.read('skipped');
      return undefined;
    }
    const { positions } = this;
    const reading = server
      .ask(() => this.read(name, positions.get(name)), counts)
      ?.then((news) => {
        this.underWay.delete(name);
        if (news?.position) positions.set(name, news.position);
        return news ? this.opened(group, news.sealed) : [];
      });
    if (reading) this.underWay.set(name, reading);
    return reading;
  }

  /** Tells the others of a question, whose answer is shared. Nobody waits for it. */
  tell(group: Buffer, question: QuestionToTell, ttlMs: number): void {
    const { server, shelf, seal, counts } = this.options;
    const sealed = sealQuestion(seal, group, question);
    server.put({
      ...{ kind: 'questions', counts, bytes: sealed.length },
      write: () => shelf.write(seal.nameOf(group), sealed, ttlMs),
    });
  }

  /** What was read is known no more: it is read again. */
  beginAnew(): void {
    this.positions = new RecentMap({ count: MOST_POSITIONS });
  }

  /** A server that refuses this may share answers all the same: it is not left alone for that. */
  private async read(name: string, position: Position | undefined): Promise<News | undefined> {
    const { server, shelf, counts } = this.options;
    try {
      return await shelf.read(name, position);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      counts.read('failed');
      server.warn('shared_cache_not_read', 'questions', error);
      return undefined;
    }
  }

  private opened(group: Buffer, sealed: readonly Buffer[]): readonly OpenedQuestion[] {
    const { seal, counts, clock } = this.options;
    const opened = sealed.flatMap((one) => OpenedQuestion.open(seal, group, one) ?? []);
    if (opened.length < sealed.length) counts.read('unbelieved');
    else counts.read(sealed.length === 0 ? 'miss' : 'hit');
    const now = clock.now();
    return opened.filter(({ endsAtMs }) => endsAtMs > now);
  }
}
