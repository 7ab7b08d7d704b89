import { listen, type Listening } from '@aicp/common/http/listen';
import { keepCertificate } from '@aicp/common/tls/keep-certificate';
import type { OperatorConfig, OperatorDeps } from './config.ts';
import { healthApp } from './health.ts';
import { OperatorParts } from './operator-parts.ts';

export interface RunningOperator {
  readonly snapshotPort: number;
  /** Of health and metrics; undefined where there are none. */
  readonly healthPort: number | undefined;
  /** Whether it has read everything and hands out a snapshot. */
  ready(): boolean;
  /** Gives the lead up, sends the waiting services elsewhere, and ends. */
  stop(): Promise<void>;
}

/** How long answers under way may take at the end, ms. */
const CLOSE_MS = 1_000;

/** Starts an operator. It serves and stands for election from then on; `ready` says when it is of use. */
export async function startOperator(
  config: OperatorConfig,
  deps: OperatorDeps,
): Promise<RunningOperator> {
  const { clock, log } = deps;
  const ending = new AbortController();
  const tls = await config.snapshot.tls?.();
  const parts = new OperatorParts(config, deps, tls);
  const { host, port } = config.snapshot;
  const serving = await listen(parts.snapshotApp(), { host, port, ...(tls ? { tls } : {}) });
  const health = await serveHealth(config, deps, parts);
  const renewal =
    tls && config.snapshot.tls
      ? keepCertificate({
          server: serving.server,
          read: config.snapshot.tls,
          inUse: tls,
          clock,
          log,
          signal: ending.signal,
        })
      : undefined;
  const election = parts.elect(addressOf(config, serving));
  await parts.operator.start();
  parts.audit?.observer.start();
  election.start();
  log.info({ identity: config.identity, port: serving.port }, 'operator_started');
  return {
    snapshotPort: serving.port,
    healthPort: health?.port,
    ready: () => parts.reconciler.notReady === undefined,
    stop: async () => {
      ending.abort();
      // 1. No commit may be under way when the lead is given up.
      await parts.rounds.stop();
      await parts.audit?.observer.stop();
      await election.stop();
      // 2. Services that wait here ask another replica.
      parts.feed.close();
      await Promise.all([serving.close(CLOSE_MS), health?.close(CLOSE_MS)]);
      // 3. The rest has nothing left to do.
      parts.operator.stop();
      await Promise.all([
        parts.operator.stopped(),
        parts.health.stop(),
        parts.spend.stop(),
        parts.findings.stop(),
        parts.status.stop(),
        parts.events.stop(),
      ]);
      await Promise.all([parts.forwarder.close(), parts.audit?.client.close(), renewal]);
      log.info({ identity: config.identity }, 'operator_stopped');
    },
  };
}

async function serveHealth(
  { health }: OperatorConfig,
  { registry }: OperatorDeps,
  { reconciler }: OperatorParts,
): Promise<Listening | undefined> {
  if (!health) return undefined;
  return await listen(healthApp({ notReady: () => reconciler.notReady, registry }), health);
}

/** Where the other replicas reach this one: `10.0.0.7:8443`. */
function addressOf({ snapshot }: OperatorConfig, { port }: Listening): string {
  const host = snapshot.advertisedHost ?? snapshot.host;
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}
