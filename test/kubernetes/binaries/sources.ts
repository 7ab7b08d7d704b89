import { AlreadyRunning, takeLock } from '@aicp/local/data/lock';
import { access, constants, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ProgramName, programNamed, versionOf } from './programs.ts';

/** Where programs may be: finds those of `names` that are there. */
export type Source = (
  names: readonly ProgramName[],
  surroundings: Surroundings,
) => Promise<Map<ProgramName, string>>;

/** The folder that KUBEBUILDER_ASSETS names, as setup-envtest prints it. */
export const fromAssets: Source = async (names, { environment }) => {
  const folder = environment['KUBEBUILDER_ASSETS'];
  return folder ? await firstExecutable(names, (name) => [join(folder, name)]) : new Map();
};

/** The machine's own programs, where any version will do (etcd, kubectl). */
export const fromPath: Source = async (names, { environment }) => {
  const folders = (environment['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const wanted = names.filter((name) => programNamed(name).fromPath);
  return await firstExecutable(wanted, (name) => folders.map((folder) => join(folder, name)));
};

/** What an earlier run downloaded or built. */
export const fromCache: Source = async (names, { environment }) =>
  await firstExecutable(names, (name) => [cachedPath(name, environment)]);

/** Where a program is kept once it was downloaded or built: `<cache>/kubernetes/1.36.2-linux-amd64/kube-apiserver`. */
export function cachedPath(name: ProgramName, environment: Surroundings['environment']): string {
  const { product } = programNamed(name);
  return join(cacheRoot(environment), product, `${versionOf(name)}-${platform()}`, name);
}

async function firstExecutable(
  names: readonly ProgramName[],
  candidates: (name: ProgramName) => string[],
): Promise<Map<ProgramName, string>> {
  const found = new Map<ProgramName, string>();
  for (const name of names) {
    for (const path of candidates(name)) {
      if (found.has(name) || !(await isExecutable(path))) continue;
      found.set(name, path);
    }
  }
  return found;
}

async function isExecutable(path: string): Promise<boolean> {
  return await access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** What the search for programs reads of its surroundings. */
export interface Surroundings {
  /** The process's environment: KUBEBUILDER_ASSETS, PATH, XDG_CACHE_HOME. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Told what takes long, one line at a time. */
  readonly progress: (line: string) => void;
}

/** `linux-amd64`, as Go and Kubernetes write it. */
export function platform(): string {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
  return `${process.platform}-${architecture}`;
}

/** Where programs are kept between runs: outside the work tree, so that a fresh clone finds them. */
export function cacheRoot(environment: Surroundings['environment']): string {
  const home = environment['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  return join(home, 'aicp-test');
}

/** Resolves once nobody else makes programs. The system frees the lock of a process that dies. */
export async function waitForLock({ environment, progress }: Surroundings): Promise<Disposable> {
  const root = cacheRoot(environment);
  await mkdir(root, { recursive: true });
  for (let waited = 0; ; waited += 1) {
    try {
      return takeLock(join(root, 'making.lock'));
    } catch (error) {
      if (!(error instanceof AlreadyRunning)) throw error;
      if (waited % 150 === 0) progress('waiting for another process that makes programs');
      await delay(100);
    }
  }
}
