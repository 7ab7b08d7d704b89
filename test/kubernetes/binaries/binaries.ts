import { fromEnvtest } from './from-envtest.ts';
import { fromGo } from './from-go.ts';
import {
  waitForLock,
  type Source,
  type Surroundings,
  fromAssets,
  fromCache,
  fromPath,
} from './sources.ts';
import { PROGRAMS, type ProgramName, versionOf } from './programs.ts';

/** What is at hand, in the order of preference. */
const AT_HAND: readonly Source[] = [fromAssets, fromPath, fromCache];
/** How to make the rest. The cache comes first again: another process may have filled it while this one waited for the lock. */
const TO_MAKE: readonly Source[] = [fromCache, fromEnvtest(), fromGo];

export interface BinariesOptions extends Partial<Surroundings> {
  /** Instead of a download and a build, for the tests of this very function. */
  readonly toMake?: readonly Source[];
}

/**
 * The paths of programs of Kubernetes, etcd and Helm: from KUBEBUILDER_ASSETS, the PATH (etcd and kubectl) or the cache, else downloaded
 * as setup-envtest does, else built with Go, which takes minutes once. One process makes them at a time; the others wait and find them.
 * Throws where a program cannot be had, with what would help.
 */
export async function binaries<N extends ProgramName>(
  names: readonly N[],
  options: BinariesOptions = {},
): Promise<Record<N, string>> {
  const surroundings: Surroundings = {
    environment: options.environment ?? process.env,
    progress: options.progress ?? ((line) => process.stderr.write(`${line}\n`)),
  };
  const found = await search(AT_HAND, names, surroundings);
  const missing = names.filter((name) => !found.has(name));
  if (missing.length > 0) {
    using _lock = await waitForLock(surroundings);
    const made = await search(options.toMake ?? TO_MAKE, missing, surroundings);
    for (const [name, path] of made) found.set(name, path);
  }
  return Object.fromEntries(names.map((name) => [name, required(found, name)])) as Record<
    N,
    string
  >;
}

async function search(
  sources: readonly Source[],
  names: readonly ProgramName[],
  surroundings: Surroundings,
): Promise<Map<ProgramName, string>> {
  const found = new Map<ProgramName, string>();
  for (const source of sources) {
    const missing = names.filter((name) => !found.has(name));
    if (missing.length === 0) break;
    for (const [name, path] of await source(missing, surroundings)) found.set(name, path);
  }
  return found;
}

function required(found: ReadonlyMap<ProgramName, string>, name: ProgramName): string {
  const path = found.get(name);
  if (path !== undefined) return path;
  const { product } = PROGRAMS[name];
  const also = product === 'kubernetes' || product === 'etcd' ? ', or set KUBEBUILDER_ASSETS' : '';
  throw new Error(`${name} ${versionOf(name)} is not at hand: install Go 1.26 to build it${also}`);
}
