import { readdir, readFile } from 'node:fs/promises';

/** A process as the system shows it. */
export interface ListedProcess {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** Memory that it holds now. */
  readonly residentBytes: number;
}

/** Every process that this one may see. Empty where there is no /proc, as on macOS. */
export async function listProcesses(): Promise<ListedProcess[]> {
  const names = await readdir('/proc').catch(() => []);
  const numbers = names.filter((name) => /^[0-9]+$/.test(name));
  const found = await Promise.all(numbers.map(readProcess));
  return found.filter((one) => one !== undefined);
}

/** One that ended meanwhile is left out. */
async function readProcess(pid: string): Promise<ListedProcess | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => undefined);
  return status === undefined ? undefined : processIn(Number(pid), status);
}

function processIn(pid: number, status: string): ListedProcess {
  const number = (field: string): number =>
    Number(new RegExp(`^${field}:\\s+([0-9]+)`, 'm').exec(status)?.[1] ?? 0);
  return {
    pid,
    parent: number('PPid'),
    group: number('NSpgid'),
    session: number('NSsid'),
    residentBytes: number('VmRSS') * 1024,
  };
}

/** The processes that a program with its own group consists of: those of its group and session, and whatever they started. */
export function processesOf(root: number, all: readonly ListedProcess[]): readonly ListedProcess[] {
  const mine = new Set(
    all
      .filter(({ pid, group, session }) => [pid, group, session].includes(root))
      .map(({ pid }) => pid),
  );
  for (let before = -1; before < mine.size;) {
    before = mine.size;
    for (const { pid, parent } of all) if (mine.has(parent)) mine.add(pid);
  }
  return all.filter(({ pid }) => mine.has(pid));
}
