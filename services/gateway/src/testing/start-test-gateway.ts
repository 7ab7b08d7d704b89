import { LOCAL_TOO } from '@aicp/common/http/address-guard';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@aicp/common/log/logger';
import { systemClock, type Clock } from '@aicp/common/time/clock';
import type { GatewayConfig } from '../config/config.ts';
import { startGateway, type GatewayDeps, type RunningGateway } from '../start.ts';
import { FakeOperator } from './fake-operator.ts';
import type { Fragments } from './fragments.ts';

export interface TestGateway extends AsyncDisposable {
  readonly url: string;
  readonly operator: FakeOperator;
  readonly running: RunningGateway;
  readonly directory: string;
  /** Entries of the log, parsed. */
  readonly logged: Record<string, unknown>[];
}

export interface TestGatewayOptions extends Pick<
  GatewayDeps,
  'protocols' | 'providerTypes' | 'telemetry' | 'calls'
> {
  readonly fragments: Fragments;
  readonly config?: Partial<GatewayConfig>;
  readonly clock?: Clock;
  readonly random?: () => number;
  /** How many gateways there are, as the operator says; absent: this one. */
  readonly replicas?: number;
}

/** A gateway on a free port, in a directory of its own, that has applied the fragments. */
export async function startTestGateway(options: TestGatewayOptions): Promise<TestGateway> {
  const directory = await mkdtemp(join(tmpdir(), 'aicp-gateway-'));
  const operator = new FakeOperator().prepare(options.fragments);
  operator.expectedReplicas = options.replicas ?? 1;
  const logged: Record<string, unknown>[] = [];
  const running = await startGateway(testConfig(directory, options.config), {
    snapshots: operator,
    log: createLogger({
      service: 'gateway',
      level: 'debug',
      destination: {
        write: (line: string) => {
          logged.push(JSON.parse(line) as Record<string, unknown>);
        },
      },
    }),
    clock: options.clock ?? systemClock,
    random: options.random ?? (() => 0),
    protocols: options.protocols,
    providerTypes: options.providerTypes,
    telemetry: options.telemetry,
    calls: options.calls,
  });
  return {
    url: `http://127.0.0.1:${running.port}`,
    operator,
    running,
    directory,
    logged,
    [Symbol.asyncDispose]: async () => {
      await running.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export const testConfig = (
  dataDirectory: string,
  more: Partial<GatewayConfig> = {},
): GatewayConfig => ({
  host: '127.0.0.1',
  port: 0,
  metricsPort: undefined,
  corsOrigins: [],
  fastLane: true,
  dataDirectory,
  bootDirectory: undefined,
  instance: 'gateway-0',
  drainMs: 2000,
  requestTimeoutMs: 60_000,
  answerBytes: 1 << 27,
  clientStallMs: 60_000,
  egress: { platform: LOCAL_TOO, tenants: LOCAL_TOO },
  requests: {
    mostAtOnce: 4096,
    memoryBytes: 96 << 20,
    bodyDeadlineMs: 60_000,
    shares: { organization: 0.8, key: 0.9 },
  },
  journal: { segmentBytes: 1 << 20, totalBytes: 1 << 24, backlogBytes: 1 << 20, onFull: 'serve' },
  ...more,
});
