import type { Clock } from '@aicp/common/time/clock';
import type { SpendFigure } from '@aicp/contracts/budgets/known-budgets';
import type { PriceReader, ToldPrices } from '@aicp/contracts/prices/told/told-prices';
import type { MoneyWindow } from '@aicp/contracts/spend/money-window';
import type { SpendSubject } from '@aicp/contracts/spend/spend-subject';

/** Whose spend, in which window. */
export interface WindowQuestion {
  readonly subject: SpendSubject;
  readonly window: MoneyWindow;
}

/** What answers tell, and writes are held to, beside what the Kubernetes API has. */
export interface CollectionFacts {
  /** Whether events of an organization, or of the platform (undefined), may go over plain HTTP. */
  readonly takesPlainHttp: (organization: string | undefined) => boolean;
  readonly clock: Pick<Clock, 'now'>;
  readonly prices: {
    /** What a Model costs now, by its metadata.name, as somebody is told; undefined where that is not known. */
    of(name: string, reader: PriceReader | undefined): ToldPrices | undefined;
  };
  readonly spend: {
    /** What was spent in the windows of now, in the order of the questions; undefined where nobody knows. */
    of(questions: readonly WindowQuestion[]): Promise<readonly (SpendFigure | undefined)[]>;
  };
}

/** For whoever only asks what collections there are. */
export const NO_FACTS: CollectionFacts = {
  takesPlainHttp: () => true,
  clock: { now: () => 0 },
  prices: { of: () => undefined },
  spend: { of: (questions) => Promise.resolve(questions.map(() => undefined)) },
};
