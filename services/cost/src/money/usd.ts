import { usdText } from '@aicp/contracts/budgets/nano-usd';

/** Nano-USD as a JSON number of USD. Amounts of up to nine million USD keep every digit. */
export const toUsd = (nanoUsd: bigint): number =>
  nanoUsd < 0n ? -Number(usdText(-nanoUsd)) : Number(usdText(nanoUsd));
