import type { Period } from '@aicp/contracts/spend/money-window';
import { subjectName, type SpendSubject } from '@aicp/contracts/spend/spend-subject';
import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import type { LedgerReader } from '@aicp/ledger/query/ledger-reader';

/** A figure counts for so long. */
const FRESH_MS = 2_000;
/** So many figures are remembered. */
const MOST = 20_000;

interface Figure {
  readonly spent: bigint;
  readonly atMs: number;
}

/** Spend, and of when. */
export interface SpendQuestion {
  readonly subject: SpendSubject;
  readonly period: Period;
}

/** What was spent, by the ledger, no older than two seconds; while the ledger is away, as it said last. */
export class SpendFigures {
  private readonly ledger: Pick<LedgerReader, 'spentByAll'>;
  private readonly clock: Clock;
  private readonly log: Logger;
  private readonly known = new Map<string, Figure>();

  constructor(parts: { ledger: Pick<LedgerReader, 'spentByAll'>; clock: Clock; log: Logger }) {
    this.ledger = parts.ledger;
    this.clock = parts.clock;
    this.log = parts.log;
  }

  /** Nano-USD, in the order of the questions; undefined where nobody knows. */
  async of(questions: readonly SpendQuestion[]): Promise<readonly (bigint | undefined)[]> {
    const nowMs = this.clock.monotonic();
    const stale = questions.filter((question) => {
      const figure = this.known.get(nameOf(question));
      return !figure || nowMs - figure.atMs > FRESH_MS;
    });
    if (stale.length > 0) await this.refresh(stale, nowMs);
    return questions.map((question) => this.known.get(nameOf(question))?.spent);
  }

  private async refresh(questions: readonly SpendQuestion[], atMs: number): Promise<void> {
    try {
      const spent = await this.ledger.spentByAll(questions);
      if (this.known.size > MOST) this.known.clear();
      questions.forEach((question, index) => {
        this.known.set(nameOf(question), { spent: spent[index] ?? 0n, atMs });
      });
    } catch (error) {
      this.log.debug({ err: error }, 'spend_not_known');
    }
  }
}

const nameOf = ({ subject, period }: SpendQuestion): string =>
  `${period.startsMs} ${period.endsMs} ${subjectName(subject)}`;
