import type { LedgerBatch } from '@aicp/ledger/ingest/batch/ledger-batch';
import type { AttemptRecord } from '@aicp/contracts/usage/attempt-record';
import { NO_TOKENS, type UsageRecord } from '@aicp/contracts/usage/usage-record';
import { uuidV7 } from '@aicp/common/ids/uuid-v7';

const TEAMS = 200;
const KEYS_OF_TEAM = 5;
const ORGANIZATIONS = 10;
const MODELS = 20;
const PROVIDERS = 6;
const APPS = 50;
/** One request in so many is tried a second time. */
const RETRIED = 7;

/** Traffic of a month, in order: few teams make most of it, and each key uses three models. The same seed makes the same but for its ids. */
export class Traffic {
  private readonly fromMs: number;
  private readonly everyMs: number;
  private state: number;
  private made = 0;

  constructor(options: { fromMs: number; toMs: number; records: number; seed: number }) {
    this.fromMs = options.fromMs;
    this.everyMs = (options.toMs - options.fromMs) / options.records;
    this.state = options.seed;
  }

  batch(replica: string, size: number): LedgerBatch {
    const usage: UsageRecord[] = [];
    const attempts: AttemptRecord[] = [];
    for (let index = 0; index < size; index += 1) this.add(usage, attempts);
    const sentAt = usage.at(-1)?.at ?? new Date(this.fromMs).toISOString();
    return {
      ...{ replica, sent_at: sentAt, in_flight: 3, oldest_left_at: null },
      ...{ usage, attempts, sums: [], decisions: [] },
    };
  }

  private add(usage: UsageRecord[], attempts: AttemptRecord[]): void {
    const atMs = this.fromMs + this.made * this.everyMs;
    this.made += 1;
    const team = Math.floor(TEAMS * this.random() ** 2);
    const key = team * KEYS_OF_TEAM + Math.floor(KEYS_OF_TEAM * this.random());
    const model = (key * 7 + Math.floor(3 * this.random())) % MODELS;
    const [input, output] = [this.whole(4_000), this.whole(1_000)];
    const tokens = {
      ...NO_TOKENS,
      ...{ input, output },
      cached_input: this.random() < 1 / 3 ? this.whole(input) : 0,
      reasoning: model % 4 === 0 ? this.whole(output) : 0,
    };
    const isRetried = this.random() < 1 / RETRIED;
    const common = {
      at: new Date(atMs).toISOString(),
      organization: `org-${team % ORGANIZATIONS}`,
      provider: `provider-${model % PROVIDERS}`,
      latency_ms: 200 + this.whole(3_000),
      first_token_ms: 100 + this.whole(400),
    };
    const record: UsageRecord = {
      ...common,
      ...tokens,
      id: uuidV7(atMs),
      request_id: uuidV7(atMs),
      business_unit: `unit-${team % 40}`,
      team: `team-${team}`,
      user: null,
      user_from: 'key',
      key: `key-${key}`,
      tags: this.random() < 1 / 3 ? { app: `app-${this.whole(APPS)}` } : {},
      model_asked: `model-${model}`,
      model_served: `model-${model}`,
      policy: null,
      ab_test: null,
      variant: null,
      source: 'provider',
      completion: 'complete',
      status: 200,
      attempts: isRetried ? 2 : 1,
      cost_nano_usd: tokens.input * 2_500 + tokens.output * 10_000,
      price_version: 'sha256-0123456789abcdef',
      payer: 'platform',
      cache: null,
      saved: null,
      guardrails: [],
      prompt: null,
      config_revision: '3.1042',
    };
    usage.push(record);
    const attempt: AttemptRecord = {
      ...common,
      ...tokens,
      usage_id: record.id,
      number: 1,
      model: `model-${model}`,
      credential: 'default',
      outcome: 'answered',
      reason: null,
      cost_nano_usd: record.cost_nano_usd,
    };
    if (isRetried) {
      attempts.push({
        ...attempt,
        ...NO_TOKENS,
        outcome: 'failed',
        reason: 'timeout',
        cost_nano_usd: null,
      });
      attempts.push({ ...attempt, number: 2 });
    } else attempts.push(attempt);
  }

  private whole(most: number): number {
    return Math.floor(this.random() * most);
  }

  /** [0, 1), by a linear congruential generator (Numerical Recipes). */
  private random(): number {
    this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0;
    return this.state / 2 ** 32;
  }
}
