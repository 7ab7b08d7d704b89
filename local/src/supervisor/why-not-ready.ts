import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataPaths } from '../data/paths.ts';
import { readState } from '../data/state.ts';

const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full: make room on it',
  EDQUOT: 'the quota of its disk is used up: make room there',
  EROFS: 'its disk is read-only: mount it for writing',
  EACCES: 'you may not write there: change its owner or its permissions',
  EPERM: 'you may not write there: change its owner or its permissions',
};

/** What keeps a folder from being written, and what to do; undefined for an error that is none of a disk. */
export function diskProblem(error: unknown, folder: string): string | undefined {
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? '';
  const remedy = REMEDIES[code];
  return remedy && `${folder} cannot be written (${code}), ${remedy}, or name another --data-dir`;
}

/** More than a file system keeps within a file's entry: it has to find a block for it. */
const PROBE = Buffer.alloc(65_536, ' ');

/** Tries to write into a folder; what keeps it from being written, undefined where nothing does. */
export function probeFolder(folder: string): string | undefined {
  const path = join(folder, `.probe-${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(path, PROBE, { mode: 0o600, flush: true });
    return undefined;
  } catch (error) {
    const problem = diskProblem(error, folder);
    if (problem === undefined) throw error;
    return problem;
  } finally {
    rmSync(path, { force: true });
  }
}

/** Services that are processes of their own, with a log of their own. All others are one process together. */
const OWN_PROCESSES: readonly (readonly [name: string, title: string])[] = [
  ['gateway', 'gateway'],
  ['mcp-host', 'MCP host'],
];

/**
 * What an installation in the background said last, as its log has it; and the processes of services that are not ready: the gateway or the MCP host may have been
 * given a setting that it does not take, the one of the others may not start at all.
 */
export function lastWords(log: string, paths: Pick<DataPaths, 'state' | 'logs'>): string {
  const late = (readState(paths.state)?.services ?? [])
    .filter(({ ready }) => !ready)
    .map(({ name }) => name);
  const alone = OWN_PROCESSES.filter(([name]) => late.includes(name)).map(([name, title]) => {
    const words = lastLines(join(paths.logs, `${name}.log`), 3);
    return words === '' ? '' : `the ${title} said last:\n${words}`;
  });
  // All others are of one process; what ends it is told with its stack.
  const others = late.filter((name) => !OWN_PROCESSES.some(([own]) => own === name));
  const theirs = others.length > 0 ? lastLines(join(paths.logs, 'control.log'), 12) : '';
  const together =
    theirs === '' ? '' : `not ready: ${others.join(', ')}. Their process said last:\n${theirs}`;
  return [lastLines(log, 10), ...alone, together].filter((text) => text !== '').join('\n');
}

const lastLines = (path: string, most: number): string =>
  existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n').slice(-most).join('\n') : '';

/** Why an installation in the background did not become ready, as far as that can be known. */
export function whyNotReady(found: {
  /** What its process said last. */
  readonly said: string;
  /** Null while it lives. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** What keeps its folder from being written. */
  readonly disk: string | undefined;
  readonly logs: string;
}): string {
  const { said, exitCode, signal, disk, logs } = found;
  const reasons = [disk, said === '' ? undefined : said].filter((one) => one !== undefined);
  if (reasons.length === 0) reasons.push(silentEnd(exitCode, signal));
  return `it did not become ready:\n${reasons.join('\n')}\nthe logs are in ${logs}`;
}

function silentEnd(exitCode: number | null, signal: NodeJS.Signals | null): string {
  if (signal !== null) return `its process was ended by ${signal} and said nothing: start it again`;
  if (exitCode !== null) {
    return `its process ended with ${exitCode} and said nothing: start it without --detach to see more`;
  }
  return 'it took too long and said nothing: `aicp status` and `aicp logs` tell how far it came';
}
