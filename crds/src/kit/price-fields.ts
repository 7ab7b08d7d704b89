import * as f from './fields.ts';

const perMillion = (what: string) =>
  f
    .money()
    .optional()
    .meta({ description: `USD per million ${what} tokens.` });

/** What the tokens of a model cost. */
export const tokenPriceFields = {
  inputPricePerMillion: perMillion('input'),
  outputPricePerMillion: perMillion('output'),
  cachedInputPricePerMillion: perMillion('cached input'),
  cacheWritePricePerMillion: perMillion('cache write'),
  reasoningPricePerMillion: perMillion('reasoning'),
  audioInputPricePerMillion: perMillion('audio input'),
  audioOutputPricePerMillion: perMillion('audio output'),
};

/** What a model costs: its tokens, and what is charged beside them. */
export const priceFields = {
  ...tokenPriceFields,
  perRequestPrice: f
    .money()
    .optional()
    .meta({ description: 'USD for each request that is answered, beside its tokens.' }),
  perImagePrice: f
    .money()
    .optional()
    .meta({ description: 'USD for each image that is made, beside its tokens.' }),
  perMinutePrice: f.money().optional().meta({
    description:
      'USD for each minute of sound that is written down, by the second and less, beside its tokens.',
  }),
  characterPricePerMillion: f
    .money()
    .optional()
    .meta({ description: 'USD per million characters that are spoken, beside its tokens.' }),
  batchDiscountPercent: f.percent().optional().meta({
    description:
      'What the vendor takes off all these prices for requests of batches. Absent: what comes with the release (50 for the models of OpenAI and Azure OpenAI that it knows), else nothing.',
  }),
};

export const PRICE_FIELDS = Object.keys(priceFields) as readonly (keyof typeof priceFields)[];
