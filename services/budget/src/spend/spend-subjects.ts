import { isSpendOf, type Payer } from '@aicp/contracts/spend/payer';
import type { SpendSubject } from '@aicp/contracts/spend/spend-subject';
import {
  subjectsOfAccounts,
  subjectsOfModel,
  type SpendingAccounts,
} from '@aicp/contracts/spend/spend-subjects';

/** Whose a request is, as far as spend is told apart by it; '' stands for none. */
export interface Spender extends SpendingAccounts {
  /** Id of the model that served. */
  readonly model: string;
  /** The same by the platform's name. */
  readonly platformModel: string;
  readonly payer: Payer;
}

/** All whose spend a request adds to, but tags. */
export const subjectsOf = (spender: Spender): SpendSubject[] => {
  const { model, platformModel, payer, ...accounts } = spender;
  return [
    ...subjectsOfAccounts(accounts),
    ...subjectsOfModel({ id: model, platformId: platformModel }, accounts.organization),
  ].filter((subject) => isSpendOf(subject, payer));
};
