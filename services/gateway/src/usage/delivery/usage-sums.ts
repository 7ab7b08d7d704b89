import { TOKEN_BUCKETS, type UsageRecord } from '@aicp/contracts/usage/usage-record';
import type { UsageSum } from '@aicp/contracts/usage/usage-sum';

const HOUR_MS = 3_600_000;

/** Adds up usage records by everything that spend is told apart by but tags. */
export class UsageSums {
  private readonly sums = new Map<string, UsageSum>();
  private readonly newId: () => string;

  constructor(options: { readonly newId: () => string }) {
    this.newId = options.newId;
  }

  get size(): number {
    return this.sums.size;
  }

  add(record: UsageRecord): void {
    const of = subjectOf(record);
    const key = JSON.stringify([...Object.values(of), record.cost_nano_usd === null]);
    const sum = this.sums.get(key);
    if (!sum || !hasAdded(sum, record)) this.begin(key, { ...of, ...amountsOf(record) });
  }

  /** All sums, which are forgotten. */
  drain(): UsageSum[] {
    const sums = [...this.sums.values()];
    this.sums.clear();
    return sums;
  }

  /** A sum that grew beyond what a number holds exactly stays as it is, beside the next. */
  private begin(key: string, sum: Omit<UsageSum, 'id'>): void {
    const full = this.sums.get(key);
    if (full) this.sums.set(`${key} ${full.id}`, full);
    this.sums.set(key, { id: this.newId(), ...sum });
  }
}

const subjectOf = (record: UsageRecord) => ({
  hour: new Date(Math.floor(Date.parse(record.at) / HOUR_MS) * HOUR_MS).toISOString(),
  organization: record.organization,
  business_unit: record.business_unit,
  team: record.team,
  user: record.user,
  user_from: record.user_from,
  key: record.key,
  model_served: record.model_served,
  provider: record.provider,
  price_version: record.price_version,
  source: record.source,
  payer: record.payer,
});

const amountsOf = (record: UsageRecord) => ({
  requests: 1,
  input: record.input,
  cached_input: record.cached_input,
  cache_write: record.cache_write,
  output: record.output,
  reasoning: record.reasoning,
  audio_input: record.audio_input,
  audio_output: record.audio_output,
  cost_nano_usd: record.cost_nano_usd,
});

/** Adds a record to a sum, in place. Whether the sum has room: numbers are exact below 2^53. */
function hasAdded(sum: UsageSum, record: UsageRecord): boolean {
  const cost = (sum.cost_nano_usd ?? 0) + (record.cost_nano_usd ?? 0);
  const fits =
    Number.isSafeInteger(cost) &&
    TOKEN_BUCKETS.every((bucket) => Number.isSafeInteger(sum[bucket] + record[bucket]));
  if (!fits) return false;
  sum.requests += 1;
  for (const bucket of TOKEN_BUCKETS) sum[bucket] += record[bucket];
  if (sum.cost_nano_usd !== null) sum.cost_nano_usd = cost;
  return true;
}
