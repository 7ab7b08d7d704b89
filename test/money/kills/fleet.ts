import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@aicp/common/http/testing/free-ports';
import { startSnapshotServer } from '@aicp/gateway/testing/fake-operator';
import { snapshotOf, type Fragments } from '@aicp/gateway/testing/fragments';
import { temporaryDirectory } from '@aicp/gateway/testing/temporary-directory';
import { waitFor } from '@aicp/gateway/testing/wait-for';
import {
  BudgetPart,
  folderIn,
  GatewayPart,
  PostgresPart,
  RedisPart,
  writeKubeconfig,
  type Part,
} from './parts.ts';

/** A busy machine takes its time to catch up. */
const CATCH_UP_MS = 240_000;

const ERROR = /"level":"error"|"event":"(usage_refused|journal_line_unreadable)"/;

export interface FleetOptions {
  /** What all of them find in their snapshot. */
  readonly fragments: Fragments;
  readonly gateways: number;
  /** Without one, each gateway counts alone. */
  readonly hasRedis: boolean;
  /** Of gateways, beyond what each needs. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** All that serves, as processes on this machine's own address. */
export class Fleet implements AsyncDisposable {
  readonly gateways: GatewayPart[] = [];
  readonly budget: BudgetPart;
  /** Undefined where they share none. */
  readonly redis: RedisPart | undefined;
  readonly postgres: PostgresPart;
  private readonly folder: string;
  private readonly environment: Readonly<Record<string, string>>;
  private stack: AsyncDisposableStack;

  private constructor(parts: {
    budget: BudgetPart;
    redis: RedisPart | undefined;
    postgres: PostgresPart;
    folder: string;
    environment: Readonly<Record<string, string>>;
    stack: AsyncDisposableStack;
  }) {
    this.budget = parts.budget;
    this.redis = parts.redis;
    this.postgres = parts.postgres;
    this.folder = parts.folder;
    this.environment = parts.environment;
    this.stack = parts.stack;
  }

  static async start(options: FleetOptions): Promise<Fleet> {
    await using stack = new AsyncDisposableStack();
    const { path } = stack.use(await temporaryDirectory());
    const operator = await startSnapshotServer(snapshotOf(options.fragments));
    stack.defer(() => operator.close());
    const token = join(path, 'token');
    await writeFile(token, 'secret');
    const common = {
      AICP_OPERATOR_URL: operator.url,
      AICP_TOKEN_FILE: token,
      AICP_USAGE_TOKEN_FILE: token,
    };
    const redis = options.hasRedis ? await RedisPart.begin() : undefined;
    stack.defer(() => redis?.server.stop());
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
    const environment = {
      ...common,
      AICP_BUDGET_URL: budget.url,
      ...(redis ? { AICP_REDIS_URL: redis.server.url } : {}),
      AICP_EGRESS_ALLOW: 'loopback',
      AICP_DRAIN_SECONDS: '10',
      ...options.environment,
    };
    const fleet = new Fleet({ budget, redis, postgres, folder: path, environment, stack });
    await Promise.all(Array.from({ length: options.gateways }, () => fleet.join()));
    fleet.stack = stack.move();
    return fleet;
  }

  /** One more gateway; resolves when it takes connections. */
  async join(): Promise<GatewayPart> {
    const name = `gateway-${this.gateways.length}`;
    const data = join(this.folder, name);
    const gateway = new GatewayPart(name, { ...this.environment, AICP_DATA_DIR: data });
    this.gateways.push(gateway);
    this.stack.defer(() => gateway.kill());
    await mkdir(data, { recursive: true });
    await gateway.start();
    return gateway;
  }

  get parts(): readonly Part[] {
    return [...this.gateways, this.budget, ...(this.redis ? [this.redis] : []), this.postgres];
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
