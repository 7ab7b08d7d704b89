import { z } from 'zod';

const milliseconds = z.number().nullable();

const traffic = {
  requests_per_minute: z.number(),
  tokens_per_minute: z.number(),
  error_rate: z.number().nullable().meta({
    description:
      'Share of the requests that were answered with a status of 500 or more, or that a provider failed; null where there was none. Requests that were refused are no errors.',
  }),
  p50_ms: milliseconds,
  p95_ms: milliseconds,
  p99_ms: milliseconds,
};

const spend = {
  spend_today_usd: z.number().meta({
    description: 'Of the calendar day in the time zone of the settings, as in the reports.',
  }),
};

/** What is answered of now. */
export const realtimeSchema = z
  .object({
    at: z.iso.datetime().meta({ description: 'The figures are of the minute until then.' }),
    time_zone: z.string(),
    ...traffic,
    active_requests: z.int().nullable().meta({
      description:
        'Requests under way in all gateways, as each said last; null where not all requests are the caller’s to see.',
    }),
    ...spend,
    by_model: z.array(z.object({ model: z.string().nullable(), ...traffic, ...spend })),
    by_provider: z.array(z.object({ provider: z.string().nullable(), ...traffic, ...spend })),
    points: z.array(z.object({ at: z.iso.datetime(), ...traffic })).meta({
      description:
        'Every ten seconds of the last hour, the oldest first. Who asks as the first in an hour gets the last minute; the rest follows within a minute.',
    }),
  })
  .meta({ id: 'RealtimeMetrics' });
export type RealtimeMetrics = z.output<typeof realtimeSchema>;
