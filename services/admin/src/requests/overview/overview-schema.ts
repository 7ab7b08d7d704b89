import { z } from 'zod';

const ms = z.number().nullable();

/** One step of one group. */
const overviewPoint = z.object({
  start: z.iso.datetime(),
  group: z.string().nullable().meta({
    description:
      'What requests are told apart by; empty where they have none, null of all together and of groups with few requests.',
  }),
  requests: z.int(),
  errors: z.int().nullable().meta({
    description:
      'Answered with a status of 500 or more, or failed by their provider; null where that is not kept.',
  }),
  p50_ms: ms,
  p95_ms: ms,
  p99_ms: ms,
  first_token_p95_ms: ms,
  input_tokens: z.int().meta({ description: 'Cached ones and audio included.' }),
  output_tokens: z.int().meta({ description: 'Reasoning and audio included.' }),
  spend_usd: z.number(),
});
export type OverviewPoint = z.output<typeof overviewPoint>;

/** How requests went over a time. */
export const overviewSchema = z
  .object({
    since: z.iso.datetime(),
    until: z.iso.datetime(),
    step_seconds: z.int(),
    times_of: z.enum(['requests', 'attempts', 'none']).meta({
      description:
        'What took as long as the points say: `requests`, each counted; `attempts` at providers, where there are too many requests to count each; `none`: nothing that the caller may know is kept.',
    }),
    points: z.array(overviewPoint).meta({
      description: 'The oldest first. A step in which there was nothing has no point.',
    }),
  })
  .meta({ id: 'MetricsOverview' });
export type MetricsOverview = z.output<typeof overviewSchema>;
