import type { Budgets, Spender } from '@aicp/contracts/budgets/budgets';
import { KnownBudgets } from '@aicp/contracts/budgets/known-budgets';
import { withFigures, type FiguresOfSpend } from '@aicp/contracts/budgets/with-figures';
import { decide } from '@aicp/contracts/routing/decide';
import type { DecidedRequest } from '@aicp/contracts/routing/decided-request';
import type { RoutingTables } from '@aicp/contracts/routing/tables';

/** Who spends, and what is known of that. */
export interface ExplainedSpend {
  readonly spender: Spender;
  readonly tags: Readonly<Record<string, string>> | undefined;
  readonly figures: FiguresOfSpend;
  /** Whether whoever asks may hear how the budgets of the request stand. */
  readonly isTold: boolean;
}

/** What a gateway would decide, by spend as the ledger has it. */
export const explainedDecision = (
  { tables, budgets }: { readonly tables: RoutingTables; readonly budgets: Budgets },
  request: Omit<DecidedRequest, 'budgets'>,
  { spender, tags, figures, isTold }: ExplainedSpend,
): Promise<ReturnType<typeof decide>> =>
  withFigures(figures, (figureOf) => {
    const { at } = request;
    const asked = new KnownBudgets({ budgets, spender, tags, at, figureOf, isTold });
    return decide(tables, { ...request, budgets: asked });
  });
