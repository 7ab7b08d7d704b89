import { CIRCUITS, type Circuit } from '@aicp/crds/kit/target-health';
import type { LatencySum } from '@aicp/ledger/query/latency-sum';
import { z } from 'zod';
import { FEWEST_REQUESTS } from '../evaluation/indicator.ts';

export const HEALTH_STATES = ['healthy', 'degraded', 'down', 'unknown'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

const ms = (what: string) =>
  z
    .number()
    .nullable()
    .meta({ description: `${what}, milliseconds; null: nothing is known.` });
const share = (what: string) =>
  z
    .number()
    .nullable()
    .meta({ description: `${what}; null: nothing is known.` });

/** What is told of a stretch of time. */
export const figuresShape = {
  provider: z.string(),
  model: z.string(),
  p50: ms('Half of the answers within'),
  p95: ms('95 of 100 answers within'),
  p99: ms('99 of 100 answers within'),
  ttft_p95: ms('The first token of 95 of 100 streams within'),
  error_rate: share('Share of attempts that failed by the provider’s fault'),
  availability: share('Minutes with an answer, as a share of those with attempts'),
  requests: z.int().nullable().meta({
    description: 'Attempts; null at a provider of the platform, to whoever is of an organization.',
  }),
};

export const healthSchema = z
  .object({
    ...figuresShape,
    status: z.enum(HEALTH_STATES),
    circuit: z.enum(CIRCUITS).nullable().meta({
      description:
        'Of the provider, as all gateways see it: open where each of them passes it over; null: none has said anything.',
    }),
  })
  .meta({ id: 'SlaHealth' });

export const historySchema = z
  .object({
    at: z.iso.datetime().meta({ description: 'When the stretch of the point begins.' }),
    ...figuresShape,
  })
  .meta({ id: 'SlaHealthPoint' });

export type Figures = Omit<z.output<typeof historySchema>, 'at' | 'provider' | 'model'>;

/** What is told of a sum; of one with counts that are none of the reader's, no counts, and nothing at all of few requests. */
export function figuresOf(sum: LatencySum, { hidesCounts }: { hidesCounts: boolean }): Figures {
  const tells = !hidesCounts || sum.told >= FEWEST_REQUESTS;
  const percentile = (times: LatencySum['latency'], percent: number): number | null =>
    (tells ? times.percentile(percent) : undefined) ?? null;
  return {
    p50: percentile(sum.latency, 50),
    p95: percentile(sum.latency, 95),
    p99: percentile(sum.latency, 99),
    ttft_p95: percentile(sum.firstToken, 95),
    error_rate: (tells ? sum.errorRate : undefined) ?? null,
    availability: (tells ? sum.availability : undefined) ?? null,
    requests: hidesCounts ? null : sum.requests,
  };
}

/** From this share of failures on, a provider is degraded. */
const MANY_FAILURES = 0.05;

/** How a model of a provider fares: never healthy without enough requests. */
export function stateOf(parts: {
  readonly hour: LatencySum;
  /** The last five minutes. */
  readonly lately: LatencySum;
  readonly circuit: Circuit | null;
  readonly isViolated: boolean;
}): HealthState {
  const { hour, lately, circuit, isViolated } = parts;
  if (circuit === 'open') return 'down';
  if (lately.told >= FEWEST_REQUESTS && lately.answered === 0) return 'down';
  if (isViolated) return 'degraded';
  if (hour.told < FEWEST_REQUESTS) return 'unknown';
  const fails = (hour.errorRate ?? 0) >= MANY_FAILURES;
  return fails || circuit === 'half_open' ? 'degraded' : 'healthy';
}

/** Of what each gateway made of each credential, in the status of a Provider. */
export function circuitOf(status: Readonly<Record<string, unknown>> | undefined): Circuit | null {
  const targets = (status?.['health'] ?? []) as readonly { readonly circuit: Circuit }[];
  if (targets.length === 0) return null;
  const [first] = targets;
  return targets.every(({ circuit }) => circuit === first?.circuit)
    ? (first?.circuit ?? null)
    : 'half_open';
}
