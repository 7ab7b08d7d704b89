import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { budget } from '@aicp/gateway/testing/budgets';
import { startSnapshotServer } from '@aicp/gateway/testing/fake-operator';
import { key, model, provider, snapshotOf, type Fragments } from '@aicp/gateway/testing/fragments';
import { temporaryDirectory } from '@aicp/gateway/testing/temporary-directory';
import { waitFor } from '@aicp/gateway/testing/wait-for';
import type { BillingProvider } from './billing-provider.ts';
import {
  BudgetPart,
  folderIn,
  freePort,
  GatewayPart,
  PostgresPart,
  RedisPart,
  writeKubeconfig,
  type Part,
} from './parts.ts';
import { KEYS, MODELS } from './plan.ts';

const GATEWAYS = 3;
/** One that hangs is left after so long. Nothing else takes this long, also on a busy machine. */
const TIMEOUT_MS = 5000;
/** Enough for all: it is counted and reserved in, and refuses nothing. */
const LIMIT_USD = '1000000';
/** A busy machine takes its time to catch up. */
const CATCH_UP_MS = 240_000;

const ERROR = /"level":"error"|"event":"(usage_refused|journal_line_unreadable)"/;

const fragmentsOf = (books: BillingProvider): Fragments => ({
  providers: (['one', 'two'] as const).map((id) =>
    provider(id, { baseUrl: books.addressOf(id), timeoutMs: TIMEOUT_MS, maxRetries: 1 }),
  ),
  models: [
    model('main', 'one', { prices: MODELS.main.prices, fallbacks: ['spare'] }),
    model('spare', 'two', { prices: MODELS.spare.prices }),
  ],
  keys: KEYS.map((id) => key(id)),
  budgets: [
    budget('all', LIMIT_USD, { scope: 'global' }),
    budget('each-key', LIMIT_USD, { scope: 'key' }),
  ],
});

/** All that serves, as processes on this machine's own address. */
export class Fleet implements AsyncDisposable {
  readonly gateways: readonly GatewayPart[];
  readonly budget: BudgetPart;
  readonly redis: RedisPart;
  readonly postgres: PostgresPart;
  private readonly stack: AsyncDisposableStack;

  private constructor(parts: {
    gateways: readonly GatewayPart[];
    budget: BudgetPart;
    redis: RedisPart;
    postgres: PostgresPart;
    stack: AsyncDisposableStack;
  }) {
    this.gateways = parts.gateways;
    this.budget = parts.budget;
    this.redis = parts.redis;
    this.postgres = parts.postgres;
    this.stack = parts.stack;
  }

  static async start(books: BillingProvider): Promise<Fleet> {
    await using stack = new AsyncDisposableStack();
    const { path } = stack.use(await temporaryDirectory());
    const operator = await startSnapshotServer(snapshotOf(fragmentsOf(books)));
    stack.defer(() => operator.close());
    const token = join(path, 'token');
    await writeFile(token, 'secret');
    const common = {
      AICP_OPERATOR_URL: operator.url,
      AICP_TOKEN_FILE: token,
      AICP_USAGE_TOKEN_FILE: token,
    };
    const redis = await RedisPart.begin();
    stack.defer(() => redis.server.stop());
    const postgres = await PostgresPart.begin();
    stack.defer(() => postgres.server.stop());
    const budget = new BudgetPart(await freePort(), {
      ...common,
      AICP_DATA_DIR: await folderIn(path, 'budget'),
      AICP_DATABASE_URL: postgres.server.url(),
      AICP_INSTANCE: 'budget-0',
      KUBECONFIG: await writeKubeconfig(path),
    });
    stack.defer(() => budget.kill());
    await budget.start();
    const gateways: GatewayPart[] = [];
    for (let number = 0; number < GATEWAYS; number += 1) {
      const gateway = new GatewayPart(`gateway-${number}`, {
        ...common,
        AICP_DATA_DIR: await folderIn(path, `gateway-${number}`),
        AICP_BUDGET_URL: budget.url,
        AICP_REDIS_URL: redis.server.url,
        AICP_EGRESS_ALLOW: 'loopback',
        AICP_JOURNAL_SEGMENT_BYTES: '200000',
        AICP_DRAIN_SECONDS: '10',
      });
      stack.defer(() => gateway.kill());
      gateways.push(gateway);
    }
    await Promise.all(gateways.map((gateway) => gateway.start()));
    return new Fleet({ gateways, budget, redis, postgres, stack: stack.move() });
  }

  get parts(): readonly Part[] {
    return [...this.gateways, this.budget, this.redis, this.postgres];
  }

  /** Of the gateways that run. */
  get ports(): readonly number[] {
    return this.gateways.flatMap(({ running }) => running?.port ?? []);
  }

  /** Resolves when all gateways have delivered all that they know. */
  async caughtUp(): Promise<void> {
    await waitFor(async () => {
      const left = await Promise.all(this.ports.map((port) => leftOf(port)));
      return left.every((one) => one === 0) ? true : undefined;
    }, CATCH_UP_MS);
  }

  /** How a budget stands, in USD. */
  async standing(id: string): Promise<{ readonly spent: unknown; readonly reserved: unknown }> {
    const answer = await fetch(`${this.budget.url}/budgets/${id}`);
    const body = (await answer.json()) as Readonly<Record<string, unknown>>;
    return { spent: body['spent_usd'], reserved: body['reserved_usd'] };
  }

  /** What gateways and the budget service call errors, or could not read of what the others wrote. */
  errors(): string[] {
    const logs = [...this.gateways.map(({ log }) => log), this.budget.log].join('');
    return logs.split('\n').filter((line) => ERROR.test(line));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stack.disposeAsync();
  }
}

/** Seconds and bytes that a gateway has not delivered, and requests that it has under way. */
async function leftOf(port: number): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const names = [
    'aicp_usage_delivery_lag_seconds',
    'aicp_usage_left_bytes',
    'aicp_gateway_requests_in_flight',
  ];
  return names.reduce((sum, name) => {
    const found = new RegExp(`^${name}(?:\\{[^}]*\\})? ([0-9.e+-]+)$`, 'm').exec(metrics)?.[1];
    return sum + Number(found ?? 0);
  }, 0);
}
