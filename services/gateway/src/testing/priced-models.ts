import { model } from './fragments.ts';

/** A dollar for a thousand tokens of the answer, and nothing for the prompt: sixteen tokens are 0.016 USD. */
export const DEAR = { input: '0', output: '1000000000000' };
/** A thousandth of that. */
const CHEAP = { input: '0', output: '1000000000' };

/** `small`, which is dear, and `large`, which is cheap. */
export const PRICED_MODELS = [
  model('small', 'sim', { prices: DEAR }),
  model('large', 'sim', { prices: CHEAP }),
];

/** Names the length of its answer, so that all of its cost is sure. */
export const SIXTEEN = { max_tokens: 16 };

/** Whose keys are. */
export const ACME = { organization: 'acme', team: 'ml' };
