import { payerOf } from '@aicp/contracts/spend/payer';
import type { UsedOfLimits } from '../../limits/taken-limits.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Delivery, Served } from '../exchange/phases.ts';

/** What a request that was sent holds, of whom. */
interface Held extends Pick<Delivery, 'model' | 'modelLimits'>, Pick<Exchange, 'embedded'> {
  readonly taken: Served['taken'];
}

/** Corrects what a request that was sent holds of limits and budgets to what it used, and counts with it what it was asked about beside it. */
export function settleTaken(
  { embedded, model, modelLimits, taken }: Held,
  counted: Pick<UsedOfLimits, 'tokens' | 'most' | 'cost'>,
): void {
  const used: UsedOfLimits = { ...counted, payer: payerOf(model?.provider) };
  taken?.settle(
    embedded ? { ...used, tokens: used.tokens + embedded.tokens, beside: embedded } : used,
  );
  modelLimits?.settle(used);
}
