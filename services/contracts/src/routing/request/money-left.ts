/** What the budgets leave that count a request. USD; undefined where no budget counts it. */
export interface MoneyLeft {
  /** The least of all of them. */
  readonly ofAll: number | undefined;
  /** The least of those that the sender's organization may hear of: nobody is told what all organizations together have spent. */
  readonly ofTold: number | undefined;
  /** Whether all figures are known. One that nobody knows counts as nothing left. */
  readonly isKnown: boolean;
}

/** The attribute by which conditions ask for it. */
export const BUDGET_REMAINING = 'budget_remaining_usd';

export const NO_BUDGET: MoneyLeft = { ofAll: undefined, ofTold: undefined, isKnown: true };
