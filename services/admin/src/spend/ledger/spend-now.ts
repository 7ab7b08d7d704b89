import type { Clock } from '@aicp/common/time/clock';
import type { SpendFigure } from '@aicp/contracts/budgets/known-budgets';
import { Periods } from '@aicp/contracts/budgets/periods';
import type { FiguresOfSpend } from '@aicp/contracts/budgets/with-figures';
import type { WindowQuestion } from '../../resources/collection-facts.ts';
import type { ObjectStore } from '../../resources/store.ts';
import { timeZoneOf } from './time-zone-of.ts';

/** What was spent in the windows of now, by the clock of the settings. */
export class SpendNow {
  private readonly parts: {
    readonly store: Pick<ObjectStore, 'find'>;
    readonly figures: FiguresOfSpend;
    readonly clock: Pick<Clock, 'now'>;
  };

  constructor(parts: SpendNow['parts']) {
    this.parts = parts;
  }

  async of(questions: readonly WindowQuestion[]): Promise<readonly (SpendFigure | undefined)[]> {
    const { store, figures, clock } = this.parts;
    const periods = new Periods(timeZoneOf(store));
    const nowMs = clock.now();
    return await figures.of(
      questions.map(({ subject, window }) => ({ subject, period: periods.at(window, nowMs) })),
    );
  }
}
