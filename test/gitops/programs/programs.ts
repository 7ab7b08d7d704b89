import { createHash } from 'node:crypto';
import { access, constants, mkdir, readFile, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { goEnvironment, hasGo, packageCounter } from '@aicp/test/kubernetes/binaries/from-go';
import { runProgram } from '@aicp/test/kubernetes/binaries/run-program';
import {
  type Surroundings,
  cacheRoot,
  platform,
  waitForLock,
} from '@aicp/test/kubernetes/binaries/sources';

/** The engines, each a Go module beside this folder. */
const ENGINES = ['argocd', 'flux'] as const;

export type EngineName = (typeof ENGINES)[number];

/** Paths of the engines' programs. */
export type GitopsPrograms = Readonly<Record<EngineName, string>>;

/**
 * The engines of Argo CD and Flux as programs: from the cache, else built with Go, which takes minutes once. Their sources name their place
 * in the cache, so a change of them is built anew. Undefined where there is no Go to build with; with AICP_REQUIRE_GITOPS that is an error.
 */
export async function gitopsPrograms(
  surroundings: Partial<Surroundings> = {},
): Promise<GitopsPrograms | undefined> {
  const { environment = process.env, progress = (line) => void process.stderr.write(`${line}\n`) } =
    surroundings;
  const places = new Map<EngineName, string>();
  for (const name of ENGINES) places.set(name, await placeOf(name, environment));
  if (!(await makeMissing(places, { environment, progress }))) {
    if (environment['AICP_REQUIRE_GITOPS']) {
      throw new Error('AICP_REQUIRE_GITOPS is set and there is no Go 1.21 or later to build with');
    }
    return undefined;
  }
  return Object.fromEntries(places) as unknown as GitopsPrograms;
}

/** Builds what is not there yet. False where it cannot. */
async function makeMissing(
  places: ReadonlyMap<EngineName, string>,
  surroundings: Surroundings,
): Promise<boolean> {
  if ((await missing(places)).length === 0) return true;
  if (!(await hasGo(surroundings))) return false;
  using _lock = await waitForLock(surroundings);
  for (const name of await missing(places)) await build(name, places.get(name)!, surroundings);
  return true;
}

async function missing(places: ReadonlyMap<EngineName, string>): Promise<EngineName[]> {
  const found: EngineName[] = [];
  for (const [name, path] of places) {
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (!isThere) found.push(name);
  }
  return found;
}

const moduleOf = (name: EngineName): string => join(import.meta.dirname, '..', name);

async function placeOf(
  name: EngineName,
  environment: Surroundings['environment'],
): Promise<string> {
  const hash = createHash('sha256');
  for (const file of (await readdir(moduleOf(name))).toSorted()) {
    hash.update(`${file}\n`).update(await readFile(join(moduleOf(name), file)));
  }
  const version = hash.digest('hex').slice(0, 12);
  return join(cacheRoot(environment), 'gitops', `${name}-${version}-${platform()}`, name);
}

async function build(
  name: EngineName,
  path: string,
  { environment, progress }: Surroundings,
): Promise<void> {
  const making = `${path}.making`;
  await mkdir(dirname(path), { recursive: true });
  progress(`building the engine of ${name} with Go (once; it takes minutes)`);
  try {
    await runProgram({
      command: 'go',
      args: ['build', '-v', '-trimpath', '-buildvcs=false', '-ldflags', '-s -w', '-o', making, '.'],
      folder: moduleOf(name),
      environment: goEnvironment(environment),
      onLine: packageCounter(name, progress),
    });
    await rename(making, path);
  } finally {
    await rm(making, { force: true });
  }
  progress(`built ${path}`);
}
