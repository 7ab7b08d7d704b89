import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { KubernetesClient } from '@aicp/common/kubernetes/client';
import type { KubernetesObject, ResourceType } from '@aicp/common/kubernetes/objects';
import { PooledKubeConfig } from '@aicp/common/kubernetes/pooled-kube-config';
import { kindNamed } from '@aicp/crds/kinds';
import { GROUP, VERSION } from '@aicp/crds/kit/kind';
import { cpuTimeNs } from '../measure.ts';
import { changeOf, drafts, type Draft } from './objects.ts';
import { Sightings } from './sightings.ts';

export interface ScaleOptions {
  readonly kubeconfig: string;
  /** Processes whose memory and CPU time are measured. */
  readonly pids: Readonly<Record<'control' | 'gateway', number>>;
  readonly objects: number;
  /** Made one after another, each awaited until it is effective. */
  readonly changes: number;
  readonly perSecond: number;
  readonly seconds: number;
  readonly say: (line: string) => void;
}

export interface ScaleFigures {
  readonly loadedPerSecond: number;
  /** From sending a change until its object says that every replica has it, ms. */
  readonly effectiveMs: { readonly p50: number; readonly p99: number; readonly max: number };
  /** CPU time of the control process and the gateway for one change, ms. */
  readonly cpuMsPerChange: { readonly control: number; readonly gateway: number };
  /** Resident at the end, MiB. */
  readonly residentMiB: { readonly control: number; readonly gateway: number };
  readonly peakMiB: { readonly control: number; readonly gateway: number };
  readonly offered: {
    readonly accepted: number;
    readonly errors: number;
    readonly acceptedPerSecond: number;
    /** From the last change until every object had its last form in effect, ms. */
    readonly settledMs: number;
    /** Objects whose last form is not what was written last, or is not in effect. */
    readonly wrong: number;
  };
  readonly loadAverage: number;
}

const NAMESPACE = 'default';
const MANAGER = 'bench';
const AT_ONCE = 16;

const typeOf = (kind: string): ResourceType => ({
  group: GROUP,
  version: VERSION,
  plural: kindNamed(kind).plural,
  kind,
});

/** Fills an installation with objects, and measures what changes among them cost. */
export async function measureScale(options: ScaleOptions): Promise<ScaleFigures> {
  const config = new PooledKubeConfig();
  config.loadFromFile(options.kubeconfig);
  const client = new KubernetesClient(config, 'bench');
  const stopping = new AbortController();
  const sightings = new Sightings();
  try {
    await sightings.follow(client, ['APIKey', 'RoutingPolicy', 'Team', 'Model'].map(typeOf), {
      namespace: NAMESPACE,
      signal: stopping.signal,
    });
    const loadedPerSecond = await load(client, sightings, options);
    await rested(options);
    const single = await changeOneByOne(client, sightings, options);
    const offered = await offerChanges(client, sightings, options);
    const memory = (field: string) => ({
      control: memoryMiB(options.pids.control, field),
      gateway: memoryMiB(options.pids.gateway, field),
    });
    return {
      loadedPerSecond,
      ...single,
      residentMiB: memory('VmRSS'),
      peakMiB: memory('VmHWM'),
      offered,
      loadAverage: rounded(loadavg()[0] ?? 0),
    };
  } finally {
    stopping.abort();
    await sightings.ended();
    await config.close();
  }
}

const put = async (
  client: KubernetesClient,
  [kind, name, spec]: Draft,
): Promise<KubernetesObject> =>
  await client.apply(
    typeOf(kind),
    { metadata: { name, namespace: NAMESPACE }, spec },
    { fieldManager: MANAGER },
  );

async function load(
  client: KubernetesClient,
  sightings: Sightings,
  { objects, say }: ScaleOptions,
): Promise<number> {
  const began = performance.now();
  const source = drafts(objects);
  let made = 0;
  const worker = async (): Promise<void> => {
    for (const [kind, name, spec] of source) {
      const object = { metadata: { name, namespace: NAMESPACE }, spec };
      await client.create(typeOf(kind), object, { fieldManager: MANAGER });
      made += 1;
      if (made % 2000 === 0) say(`${made} objects`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const seconds = (performance.now() - began) / 1000;
  say(`${made} objects in ${seconds.toFixed(0)} s`);
  await sightings.allEffective();
  return rounded(made / seconds);
}

/** How much of a core an installation may use that is at rest, and for how long it has to, ms. */
const REST = { share: 0.1, forMs: 3000, patienceMs: 600_000 };

/** What follows from many changes goes on after all of them are effective: the audit log takes the last of them minutes later. One change is measured at rest. */
async function rested({ pids, say }: ScaleOptions): Promise<void> {
  const began = performance.now();
  for (let share = 1; share > REST.share;) {
    if (performance.now() - began > REST.patienceMs) throw new Error('it never came to rest');
    const before = cpuTimeNs(pids.control);
    await new Promise((done) => setTimeout(done, REST.forMs));
    share = (cpuTimeNs(pids.control) - before) / 1e6 / REST.forMs;
  }
  say(`at rest after ${((performance.now() - began) / 1000).toFixed(0)} s`);
}

async function changeOneByOne(
  client: KubernetesClient,
  sightings: Sightings,
  { changes, objects, pids, say }: ScaleOptions,
): Promise<Pick<ScaleFigures, 'effectiveMs' | 'cpuMsPerChange'>> {
  const times: number[] = [];
  const before = [cpuTimeNs(pids.control), cpuTimeNs(pids.gateway)] as const;
  for (let n = 0; n < changes; n += 1) {
    const began = performance.now();
    const written = await put(client, changeOf(n, objects));
    await sightings.effective(written);
    times.push(performance.now() - began);
  }
  const cpu = (pid: number, start: number) => rounded((cpuTimeNs(pid) - start) / 1e6 / changes);
  times.sort((a, b) => a - b);
  const at = (share: number) => rounded(times[Math.ceil(times.length * share) - 1] ?? 0);
  const effectiveMs = { p50: at(0.5), p99: at(0.99), max: at(1) };
  say(`${changes} changes one by one: ${JSON.stringify(effectiveMs)}`);
  const cpuMsPerChange = {
    control: cpu(pids.control, before[0]),
    gateway: cpu(pids.gateway, before[1]),
  };
  return { effectiveMs, cpuMsPerChange };
}

/** Sends changes at a steady pace over a bounded number of connections: a server that is too slow makes the pace fall. */
async function offerChanges(
  client: KubernetesClient,
  sightings: Sightings,
  { objects, changes: from, perSecond, seconds, say }: ScaleOptions,
): Promise<ScaleFigures['offered']> {
  const last = new Map<string, string>();
  const began = performance.now();
  const total = perSecond * seconds;
  let [next, accepted, errors] = [0, 0, 0];
  const worker = async (): Promise<void> => {
    while (next < total) {
      const n = next;
      next += 1;
      const early = began + (n * 1000) / perSecond - performance.now();
      if (early > 0) await new Promise((done) => setTimeout(done, early));
      const change = changeOf(from + n, objects);
      last.set(`${change[0]}/${change[1]}`, String(change[2]['displayName']));
      try {
        await put(client, change);
        accepted += 1;
      } catch (error) {
        errors += 1;
        if (errors === 1) say(`the first change that was refused: ${String(error)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const answered = performance.now();
  await sightings.allEffective();
  const settledMs = rounded(performance.now() - answered);
  const wrong = [...last].filter(([key, displayName]) => !sightings.shows(key, displayName)).length;
  const acceptedPerSecond = rounded((accepted * 1000) / (answered - began));
  const offered = { accepted, errors, acceptedPerSecond, settledMs, wrong };
  say(`${perSecond} changes a second for ${seconds} s: ${JSON.stringify(offered)}`);
  return offered;
}

/** A line of what Linux says of a process's memory, MiB. */
function memoryMiB(pid: number, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
}

const rounded = (value: number): number => Math.round(value * 10) / 10;
