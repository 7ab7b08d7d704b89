import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Load } from './load.ts';
import type { Target } from './targets.ts';

export interface Workload {
  readonly connections: number;
  readonly requestsFor: (target: Target) => readonly Buffer[];
  readonly warmUpMs: number;
  readonly windowMs: number;
  readonly rounds: number;
}

/** One target in one window. */
export interface Sample {
  readonly cpuUs: number;
  readonly perSecond: number;
}

const RAMP_MS = 200;

/** Loads the targets in turn, window after window, so that what else the machine does falls on all alike. Samples by target's name. */
export async function measure(
  targets: readonly Target[],
  workload: Workload,
): Promise<Map<string, Sample[]>> {
  const samples = new Map<string, Sample[]>(targets.map(({ name }) => [name, []]));
  for (const target of targets) await window(target, workload, workload.warmUpMs);
  for (let round = 0; round < workload.rounds; round += 1) {
    for (let turn = 0; turn < targets.length; turn += 1) {
      const target = targets[(round + turn) % targets.length]!;
      samples.get(target.name)!.push(await window(target, workload, workload.windowMs));
    }
  }
  return samples;
}

async function window(target: Target, workload: Workload, ms: number): Promise<Sample> {
  const requests = workload.requestsFor(target);
  const load = new Load({ port: target.port, connections: workload.connections, requests });
  const running = load.run();
  const measured = sampled(target, load, ms);
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
export function ratio(samples: Map<string, Sample[]>, name: string, over: string): number {
  const others = samples.get(over) ?? [];
  const ratios = (samples.get(name) ?? []).map(({ cpuUs }, index) => cpuUs / others[index]!.cpuUs);
  return Math.round(median(ratios) * 1000) / 1000;
}

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
