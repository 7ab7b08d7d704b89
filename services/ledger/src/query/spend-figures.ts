import type { SpendFigure } from '@aicp/contracts/budgets/known-budgets';
import type { ModelHeirs } from '@aicp/contracts/spend/model-heirs';
import type { Period } from '@aicp/contracts/spend/money-window';
import { subjectName, type SpendSubject } from '@aicp/contracts/spend/spend-subject';
import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import { ledgerQuestions } from './ledger-questions.ts';
import type { LedgerReader } from './ledger-reader.ts';

/** A figure counts for so long. */
const FRESH_MS = 2_000;
/** So many figures are remembered. */
const MOST = 20_000;

/** Spend, and of when. */
export interface SpendQuestion {
  readonly subject: SpendSubject;
  readonly period: Period;
}

interface SpendFiguresParts {
  readonly ledger: Pick<LedgerReader, 'spentByAll' | 'heldBy'>;
  /** Under which of the platform's ids models count, by the snapshot in use. */
  readonly heirs: () => ModelHeirs | undefined;
  readonly clock: Clock;
  readonly log: Logger;
}

/** What was spent and is reserved, by the ledger, no older than two seconds; while the ledger is away, as it said last. */
export class SpendFigures {
  private readonly parts: SpendFiguresParts;
  private readonly known = new Map<string, SpendFigure & { readonly atMs: number }>();

  constructor(parts: SpendFiguresParts) {
    this.parts = parts;
  }

  /** In the order of the questions; undefined where nobody knows. */
  async of(questions: readonly SpendQuestion[]): Promise<readonly (SpendFigure | undefined)[]> {
    const nowMs = this.parts.clock.monotonic();
    const stale = questions.filter((question) => {
      const figure = this.known.get(nameOf(question));
      return !figure || nowMs - figure.atMs > FRESH_MS;
    });
    if (stale.length > 0) await this.refresh(stale, nowMs);
    return questions.map((question) => this.known.get(nameOf(question)));
  }

  private async refresh(questions: readonly SpendQuestion[], atMs: number): Promise<void> {
    const { ledger, heirs, log } = this.parts;
    const asked = questions.map(({ subject, period }) => ledgerQuestions(subject, period, heirs()));
    try {
      // What is reserved is read first: what is delivered in between counts twice for now, and never not at all.
      const held = await ledger.heldBy(questions.map(({ subject }) => subjectName(subject)));
      const spent = await ledger.spentByAll(asked.flat());
      if (this.known.size > MOST) this.known.clear();
      let index = 0;
      for (const [at, question] of questions.entries()) {
        const { length } = asked[at] ?? [];
        const amounts = spent.slice(index, index + length);
        index += length;
        const name = nameOf(question);
        const own = held.filter(
          ({ subject, startsMs, endsMs }) => name === `${startsMs} ${endsMs} ${subject}`,
        );
        this.known.set(name, {
          spent: sumOf(amounts),
          reserved: sumOf(own.map(({ nanoUsd }) => nanoUsd)),
          atMs,
        });
      }
    } catch (error) {
      log.debug({ err: error }, 'spend_not_known');
    }
  }
}

const sumOf = (amounts: readonly bigint[]): bigint =>
  amounts.reduce((sum, amount) => sum + amount, 0n);

const nameOf = ({ subject, period }: SpendQuestion): string =>
  `${period.startsMs} ${period.endsMs} ${subjectName(subject)}`;
