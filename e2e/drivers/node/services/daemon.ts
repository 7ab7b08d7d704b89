import { type Reaper, TestProcess } from '@aicp/test/kubernetes/control-plane/test-process';
import type { Machine } from '../machine/machine.ts';

export interface DaemonOptions {
  readonly machine: Machine;
  readonly reaper: Reaper;
}

/** Starts a program that goes on in the machine. Its log is `<name>.log` in the machine's folder. */
export function startDaemon(
  { machine, reaper }: DaemonOptions,
  name: string,
  command: readonly string[],
): TestProcess {
  const [first, ...args] = machine.inside(command);
  const environment = { PATH: process.env['PATH'], TMPDIR: `${machine.folder}/temporary` };
  return new TestProcess({
    name,
    command: first,
    args,
    folder: machine.folder,
    environment,
    reaper,
  });
}
