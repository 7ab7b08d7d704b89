import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Load } from './load.ts';
import type { Target } from './targets.ts';

export interface Workload {
  readonly connections: number;
  readonly requestsFor: (target: Target) => readonly Buffer[];
  /** Before it is measured, a target has answered so many requests, or as many as it could in that time: code that runs much is compiled again, and until then costs twice. */
  readonly warmUp: { readonly requests: number; readonly mostMs: number };
  readonly windowMs: number;
  readonly rounds: number;
}

/** One target in one window. */
export interface Sample {
  readonly cpuUs: number;
  readonly perSecond: number;
}

const RAMP_MS = 200;
const LOOK_EVERY_MS = 50;

/** What is measured beside others. */
export interface Contender {
  readonly name: string;
  start(): Promise<Target>;
  /** Started anew, and warmed up, before each of its windows: what a process has lived through does not count for or against it. */
  readonly isFresh?: boolean;
}

/** Loads the contenders in turn, window after window, so that what else the machine does falls on all alike. Samples by name. */
export async function measure(
  contenders: readonly Contender[],
  workload: Workload,
): Promise<Map<string, Sample[]>> {
  const samples = new Map<string, Sample[]>(contenders.map(({ name }) => [name, []]));
  await using started = new AsyncDisposableStack();
  const entrants: Entrant[] = [];
  for (const contender of contenders) {
    if (contender.isFresh) {
      entrants.push({ contender, take: () => freshWindow(contender, workload) });
      continue;
    }
    const target = await contender.start();
    started.defer(() => target.stop());
    await warmUp(target, workload);
    entrants.push({ contender, take: () => window(target, workload) });
  }
  for (let round = 0; round < workload.rounds; round += 1) {
    for (let turn = 0; turn < entrants.length; turn += 1) {
      const { contender, take } = entrants[(round + turn) % entrants.length]!;
      samples.get(contender.name)!.push(await take());
    }
  }
  return samples;
}

interface Entrant {
  readonly contender: Contender;
  readonly take: () => Promise<Sample>;
}

async function freshWindow(contender: Contender, workload: Workload): Promise<Sample> {
  const target = await contender.start();
  try {
    await warmUp(target, workload);
    return await window(target, workload);
  } finally {
    await target.stop();
  }
}

async function warmUp(target: Target, workload: Workload): Promise<void> {
  const { requests, mostMs } = workload.warmUp;
  const load = loadFor(target, workload);
  const running = load.run();
  const end = performance.now() + mostMs;
  while (load.completed < requests && performance.now() < end) await sleep(LOOK_EVERY_MS);
  load.stop();
  await running;
}

const loadFor = (target: Target, { connections, requestsFor }: Workload): Load =>
  new Load({ port: target.port, connections, requests: requestsFor(target) });

async function window(target: Target, workload: Workload): Promise<Sample> {
  const load = loadFor(target, workload);
  const running = load.run();
  const measured = sampled(target, load, workload.windowMs);
  await Promise.race([running, measured]);
  load.stop();
  await running;
  return measured;
}

async function sampled(target: Target, load: Load, ms: number): Promise<Sample> {
  await sleep(RAMP_MS);
  const [cpuBefore, before, startedAt] = [cpuTimeNs(target.pid), load.completed, performance.now()];
  await sleep(ms);
  const completed = load.completed - before;
  const cpuUs = (cpuTimeNs(target.pid) - cpuBefore) / 1000 / completed;
  return { cpuUs, perSecond: (completed / (performance.now() - startedAt)) * 1000 };
}

/** The median over rounds of one target's CPU over another's in the same round. */
export const ratio = (samples: Map<string, Sample[]>, name: string, over: string): number =>
  rounded(median(ratios(samples, name, over)));

/** The same of each round. */
export function ratios(samples: Map<string, Sample[]>, name: string, over: string): number[] {
  const others = samples.get(over) ?? [];
  return (samples.get(name) ?? []).map(({ cpuUs }, index) => rounded(cpuUs / others[index]!.cpuUs));
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Nanoseconds of CPU that all threads of a process have used, as the Linux scheduler counts them. */
export function cpuTimeNs(pid: number): number {
  return readdirSync(`/proc/${pid}/task`)
    .map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'))
    .reduce((sum, stat) => sum + Number(stat.split(' ')[0]), 0);
}
