import { setTimeout as sleep } from 'node:timers/promises';
import { latencyOf, type Latency } from './latency.ts';
import { Load } from './load.ts';
import { cpuTimeNs, median } from './measure.ts';
import type { Target } from './targets.ts';

/** How soon a request that is too many is answered, and what that costs. */
export interface Shedding extends Latency {
  /** CPU of the process by answer, beyond what its streams cost it. */
  readonly cpuUs: number;
}

const IN_FLIGHT = /^aicp_gateway_requests_in_flight\{[^}]*\} (\d+)$/m;
const LOOK_EVERY_MS = 50;

/** Fills a gateway with as many streams as it takes, and sends it further requests at a steady rate. Rejects where one of them is served. */
export async function sheddingOf(
  target: Target,
  load: {
    /** Streams under way: as many as the gateway takes. */
    readonly held: number;
    readonly streams: readonly Buffer[];
    readonly requests: readonly Buffer[];
    readonly perSecond: number;
    /** Of each turn; what is told is the median of the turns. */
    readonly ms: number;
    readonly turns: number;
  },
): Promise<Shedding> {
  const { held, streams, requests, perSecond, ms } = load;
  const holding = new Load({ port: target.port, connections: held, requests: streams });
  const running = holding.run();
  const paced = { port: target.port, perSecond, ms, connections: 1024, requests, status: 503 };
  const turn = async (): Promise<Shedding> => {
    const before = cpuTimeNs(target.pid);
    await sleep(ms);
    const between = cpuTimeNs(target.pid);
    const latency = await latencyOf(paced);
    const costNs = cpuTimeNs(target.pid) - between - (between - before);
    return { ...latency, cpuUs: costNs / (perSecond * ms) };
  };
  const measured = async (): Promise<Shedding> => {
    while ((await inFlight(target)) < held) await sleep(LOOK_EVERY_MS);
    const all: Shedding[] = [];
    while (all.length < load.turns) all.push(await turn());
    const middle = (of: (one: Shedding) => number): number => median(all.map(of));
    return {
      p50: middle(({ p50 }) => p50),
      p99: middle(({ p99 }) => p99),
      cpuUs: middle(({ cpuUs }) => cpuUs),
    };
  };
  // The streams have no end: they break off with the gateway.
  running.catch(() => undefined);
  const shed = measured();
  await Promise.race([shed, running]);
  return await shed;
}

async function inFlight({ port }: Target): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(IN_FLIGHT.exec(metrics)?.[1] ?? 0);
}
