import type { Meaning } from './reasons.ts';

/** The condition that says whether what requests cost is known. */
export const PRICES_KNOWN = 'PricesKnown';

/** Every reason that the condition PricesKnown may give. */
export const PRICE_REASONS = {
  Priced: {
    happened: 'of a Model: it has a price. Of the ControlPlane: every model has one',
    remedy: '',
  },
  Unpriced: {
    happened:
      'of a Model: no price is known for it, at all or for some of the time. Of the ControlPlane: of the models that the message names',
    remedy:
      'set the prices of the Model, or write a PriceCatalog; unpricedModelPolicy says what becomes of requests meanwhile',
  },
} as const satisfies Record<string, Meaning>;
