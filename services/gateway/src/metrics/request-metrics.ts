import {
  NO_TOKENS,
  TOKEN_BUCKETS,
  type TokenBuckets,
  type UsageRecord,
} from '@aicp/contracts/usage/usage-record';
import { CacheCounts } from './cache-counts.ts';
import type { Family, Labels, Sample } from './family.ts';
import { GuardrailCounts } from './guardrail-counts.ts';
import { Histogram } from './histogram.ts';

const SECONDS = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160, 320, 640,
];
/** So many pairs of model and provider have series of their own; all others share one. */
const MOST_SERIES = 200;
const OTHER = 'other';
const NONE = 'none';

interface Series {
  readonly labels: Labels;
  readonly requests: Map<string, number>;
  readonly duration: Histogram;
  readonly firstToken: Histogram;
  readonly tokens: Record<keyof TokenBuckets, number>;
  costUsd: number;
}

/** What a request adds to the metrics. */
export type Measured = Pick<
  UsageRecord,
  'completion' | 'status' | 'latency_ms' | 'first_token_ms' | 'cost_nano_usd'
> & {
  readonly model: string | undefined;
  readonly provider: string | undefined;
  readonly tokens: TokenBuckets;
};

/** Counts requests by model, provider and outcome. Labels come from the configuration alone, and are bounded. */
export class RequestMetrics {
  inFlight = 0;
  /** What guardrails said. */
  readonly guardrails = new GuardrailCounts();
  /** What the cache had to do with requests. */
  readonly caching = new CacheCounts();
  private readonly series = new Map<string, Map<string, Series>>();
  private readonly failures = new Map<string, Map<string, number>>();
  private size = 0;

  /** A request is over. */
  record(measured: Measured): void {
    const series = this.of(measured.model ?? NONE, measured.provider ?? NONE);
    const outcome = outcomeOf(measured);
    series.requests.set(outcome, (series.requests.get(outcome) ?? 0) + 1);
    if (measured.latency_ms !== null) series.duration.observe(measured.latency_ms / 1000);
    if (measured.first_token_ms !== null) series.firstToken.observe(measured.first_token_ms / 1000);
    for (const type of TOKEN_BUCKETS) series.tokens[type] += measured.tokens[type];
    series.costUsd += (measured.cost_nano_usd ?? 0) / 1e9;
  }

  /** What a request used of which that was not known when it was over. */
  spent({
    model,
    provider,
    tokens,
    cost_nano_usd: cost,
  }: Omit<Measured, 'completion' | 'status' | 'latency_ms' | 'first_token_ms'>): void {
    const series = this.of(model ?? NONE, provider ?? NONE);
    for (const type of TOKEN_BUCKETS) series.tokens[type] += tokens[type];
    series.costUsd += (cost ?? 0) / 1e9;
  }

  /** One attempt at a provider failed. */
  attemptFailed(provider: string, kind: string): void {
    let kinds = this.failures.get(provider);
    if (!kinds) {
      kinds = new Map();
      this.failures.set(provider, kinds);
    }
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }

  families(): Family[] {
    const all = () => [...this.series.values()].flatMap((byProvider) => [...byProvider.values()]);
    const samples = (of: (series: Series) => readonly Sample[]) => () => all().flatMap(of);
    return [
      {
        name: 'aicp_gateway_requests_total',
        help: 'Requests that are over, by class of status or how else they ended.',
        type: 'counter',
        samples: samples(({ labels, requests }) =>
          [...requests].map(([status, value]) => ({ labels: { ...labels, status }, value })),
        ),
      },
      {
        name: 'aicp_gateway_request_duration_seconds',
        help: 'From the arrival of a request to the end of its answer.',
        type: 'histogram',
        samples: samples(({ labels, duration }) => duration.samples(labels)),
      },
      {
        name: 'aicp_gateway_first_token_seconds',
        help: 'From the arrival of a request to the first byte of its stream.',
        type: 'histogram',
        samples: samples(({ labels, firstToken }) => firstToken.samples(labels)),
      },
      {
        name: 'aicp_gateway_tokens_total',
        help: 'Tokens, in buckets that do not overlap.',
        type: 'counter',
        samples: samples(({ labels, tokens }) =>
          TOKEN_BUCKETS.map((type) => ({ labels: { ...labels, type }, value: tokens[type] })),
        ),
      },
      {
        name: 'aicp_gateway_cost_usd_total',
        help: 'What requests cost, where their model has a price.',
        type: 'counter',
        samples: samples(({ labels, costUsd }) => [{ labels, value: costUsd }]),
      },
      {
        name: 'aicp_gateway_requests_in_flight',
        help: 'Requests under way.',
        type: 'gauge',
        samples: () => [{ labels: {}, value: this.inFlight }],
      },
      {
        name: 'aicp_gateway_attempt_failures_total',
        help: 'Attempts at a provider that failed, whatever came of the request.',
        type: 'counter',
        samples: () =>
          [...this.failures].flatMap(([provider, kinds]) =>
            [...kinds].map(([kind, value]) => ({ labels: { provider, kind }, value })),
          ),
      },
      ...this.guardrails.families(),
    ];
  }

  private of(model: string, provider: string): Series {
    const there = this.series.get(model)?.get(provider);
    if (there) return there;
    if (this.size >= MOST_SERIES && model !== OTHER) return this.of(OTHER, OTHER);
    const series = newSeries({ model, provider });
    const byProvider = this.series.get(model) ?? new Map<string, Series>();
    byProvider.set(provider, series);
    this.series.set(model, byProvider);
    this.size += 1;
    return series;
  }
}

function outcomeOf({ completion, status }: Measured): string {
  if (completion === 'client_gone' || completion === 'provider_failed') return completion;
  return `${Math.floor((status ?? 0) / 100)}xx`;
}

const newSeries = (labels: Labels): Series => ({
  labels,
  requests: new Map(),
  duration: new Histogram(SECONDS),
  firstToken: new Histogram(SECONDS),
  tokens: { ...NO_TOKENS },
  costUsd: 0,
});
