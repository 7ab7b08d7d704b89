import { z } from 'zod';

const tokens = z.int().min(1).max(100_000_000).nullish();

/** The body of a chat request, as a client would send it to the gateway. What has nothing to do with its cost is passed over. */
export const predictBody = z
  .looseObject({
    model: z.string().max(200).optional().meta({
      description: 'A model, an alias or a group; the default model where there is none.',
    }),
    messages: z.array(z.unknown()).min(1).meta({ description: 'As in a chat completion.' }),
    max_tokens: tokens.meta({ description: 'The answer is no longer than this.' }),
    max_completion_tokens: tokens.meta({ description: 'The same, as newer clients call it.' }),
    n: z.int().min(1).max(128).nullish().meta({ description: 'How many answers.' }),
  })
  .meta({ id: 'PredictRequest' });
export type PredictBody = z.output<typeof predictBody>;

/** So many of them are answered at a time. */
export const MOST_PREDICTIONS = 100;
export const batchBody = z.array(predictBody).min(1).max(MOST_PREDICTIONS);

const usd = z.number().min(0).nullable();
const count = z.int().min(0);

/** What `POST /predict` answers. Costs are null where the model has no price. */
export const prediction = z
  .object({
    model: z.string().meta({ description: 'As asked for.' }),
    model_served: z.string().meta({ description: 'Id of the model that would serve first.' }),
    input_tokens: count,
    estimated_output_tokens: count.meta({
      description: 'The median: as many answers are shorter as are longer.',
    }),
    input_cost_usd: usd,
    estimated_output_cost_usd: usd,
    total_estimated_cost_usd: usd,
    budget_remaining_usd: usd.meta({
      description:
        'What the tightest budget of the key leaves; null without a key, where none limits it, or while nobody knows.',
    }),
    within_budget: z
      .boolean()
      .meta({ description: 'Whether every budget has room for the estimate.' }),
    warning: z.string().nullable(),
    confidence_low_usd: usd.meta({ description: 'One request in ten costs less.' }),
    confidence_high_usd: usd.meta({ description: 'One request in ten costs more.' }),
    max_cost_usd: usd.meta({
      description:
        'No request like this costs more, whoever serves it; null where nothing bounds its answer.',
    }),
    basis: z.enum(['history', 'profile']).meta({
      description:
        'Whether the length is foretold by what this model answered, or by what models usually answer.',
    }),
    alternatives: z
      .array(z.object({ model: z.string(), total_estimated_cost_usd: z.number().min(0) }))
      .meta({
        description: 'Cheaper models that the caller may use, for an answer of the same length.',
      }),
  })
  .meta({ id: 'Prediction' });
export type Prediction = z.output<typeof prediction>;

const failed = z.object({ status: z.int(), detail: z.string() }).meta({ id: 'FailedPrediction' });
export const batchAnswer = z.array(z.union([prediction, failed]));
