import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { until } from '@aicp/test/kubernetes/control-plane/until';
import { describe, expect, it } from 'vitest';
import { obstacles } from '../obstacles.ts';
import { Machine } from './machine.ts';

const canRun = (await obstacles()).length === 0;

/** Where a machine shows on this one. */
interface Traces {
  readonly folder: string;
  readonly cgroup: string;
  readonly link: string;
  /** The namespace of its processes. */
  readonly processes: string;
}

const hierarchies = (): string[] =>
  readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .flatMap(([, place, type]) => (type?.startsWith('cgroup') && place ? [place] : []));

/** The namespace that a process is in; undefined for one that has ended meanwhile. */
function namespaceOf(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`);
  } catch {
    return undefined;
  }
}

/** What is left of a machine. */
function left({ folder, cgroup, link, processes }: Traces): string[] {
  const found: string[] = [];
  if (existsSync(folder)) found.push(folder);
  for (const hierarchy of hierarchies()) {
    const group = join(hierarchy, cgroup);
    if (existsSync(group)) found.push(group);
  }
  if (networkInterfaces()[link]) found.push(link);
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  found.push(...pids.filter((pid) => namespaceOf(pid) === processes));
  if (readFileSync('/proc/mounts', 'utf8').includes(folder)) found.push('a mount');
  return found;
}

describe.runIf(canRun)('a machine', () => {
  it('has processes, mounts and a network of its own, and ours are not changed', async () => {
    const tunable = readFileSync('/proc/sys/vm/overcommit_memory', 'utf8');
    const machine = await Machine.start();
    try {
      const first = await machine.run(['cat', '/proc/1/cmdline']);
      expect(first.stdout).toContain('first-process.sh');
      const inside = await machine.run(['cat', '/proc/sys/vm/overcommit_memory']);
      expect(inside.stdout).toBe('1\n');
      expect(readFileSync('/proc/sys/vm/overcommit_memory', 'utf8')).toBe(tunable);
      const { here, there } = machine.network;
      expect((await machine.run(['ip', '-4', 'route'])).stdout).toContain(`default via ${here}`);
      expect((await machine.run(['ip', '-4', '-o', 'address'])).stdout).toContain(`${there}/30`);
    } finally {
      await machine.stop();
    }
    expect(existsSync(machine.folder)).toBe(false);
  });

  it('leaves nothing behind when the process that started it is killed', async () => {
    const script = join(import.meta.dirname, 'testing/die-suddenly.ts');
    const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const traces = JSON.parse(line) as Traces;
    const before = left(traces);
    for (const trace of [traces.folder, traces.link]) expect(before).toContain(trace);
    expect(before.filter((trace) => trace.includes('cgroup')).length).toBeGreaterThan(0);
    expect(before.filter((trace) => /^\d+$/.test(trace)).length).toBeGreaterThan(1);
    child.kill('SIGKILL');
    await until(() => left(traces).length === 0, { what: 'nothing is left' });
  });
});
