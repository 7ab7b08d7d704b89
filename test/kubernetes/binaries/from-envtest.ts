import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { type ProgramName, VERSIONS, programNamed } from './programs.ts';
import { runProgram } from './run-program.ts';
import { type Source, type Surroundings, cachedPath, platform } from './sources.ts';

/** The index that setup-envtest reads. */
export const ENVTEST_INDEX =
  'https://raw.githubusercontent.com/kubernetes-sigs/controller-tools/HEAD/envtest-releases.yaml';

const index = z.object({
  releases: z.record(
    z.string(),
    z.record(z.string(), z.object({ hash: z.string(), selfLink: z.string() })),
  ),
});

interface Archive {
  readonly name: string;
  readonly url: string;
  readonly sha512: string;
}

/**
 * Downloads what setup-envtest would: the newest build of our minor version, checked against the index's SHA-512. Finds nothing, and
 * says so in a line at most, where the internet does not allow it: then the programs are built.
 */
export function fromEnvtest(indexUrl: string = ENVTEST_INDEX): Source {
  return async (names, { environment, progress }) => {
    const wanted = names.filter((name) => programNamed(name).inEnvtest);
    const archive = wanted.length > 0 ? await findArchive(indexUrl) : undefined;
    if (!archive) return new Map();
    progress(`downloading ${archive.name}`);
    try {
      const bytes = await download(archive);
      return await unpack(bytes, wanted, environment);
    } catch (error) {
      progress(`${archive.name} could not be had: ${String(error)}`);
      return new Map();
    }
  };
}

async function findArchive(indexUrl: string): Promise<Archive | undefined> {
  const text = await fetch(indexUrl, { signal: AbortSignal.timeout(3_000) }).then(
    (answer) => (answer.ok ? answer.text() : undefined),
    () => undefined,
  );
  if (text === undefined) return undefined;
  return newestOf(index.parse(parse(text)).releases);
}

function newestOf(releases: z.output<typeof index>['releases']): Archive | undefined {
  const minor = VERSIONS.kubernetes.split('.').slice(0, 2).join('.');
  const patches = Object.keys(releases)
    .map((version) => new RegExp(`^v${minor}\\.([0-9]+)$`).exec(version)?.[1])
    .filter((patch) => patch !== undefined)
    .toSorted((a, b) => Number(b) - Number(a));
  for (const patch of patches) {
    const version = `v${minor}.${patch}`;
    const name = `envtest-${version}-${platform()}.tar.gz`;
    const found = releases[version]?.[name];
    if (found) return { name, url: found.selfLink, sha512: found.hash };
  }
  return undefined;
}

async function download({ url, sha512 }: Archive): Promise<Uint8Array> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(300_000) });
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const actual = createHash('sha512').update(bytes).digest('hex');
  if (actual !== sha512) throw new Error(`its SHA-512 is ${actual}, not ${sha512}`);
  return bytes;
}

/** Moves the programs of an archive to where they are kept. They stand in `controller-tools/envtest/` there. */
async function unpack(
  bytes: Uint8Array,
  names: readonly ProgramName[],
  environment: Surroundings['environment'],
): Promise<Map<ProgramName, string>> {
  const target = (name: ProgramName): string => cachedPath(name, environment);
  const found = new Map<ProgramName, string>();
  await mkdir(dirname(target(names[0]!)), { recursive: true });
  const making = await mkdtemp(join(dirname(target(names[0]!)), '.making-'));
  try {
    const archive = join(making, 'archive.tar.gz');
    await writeFile(archive, bytes);
    const args = ['-xzf', archive, '-C', making, '--strip-components=2'];
    await runProgram({ command: 'tar', args, folder: making, environment });
    for (const name of names) {
      await mkdir(dirname(target(name)), { recursive: true });
      await rename(join(making, name), target(name));
      found.set(name, target(name));
    }
    return found;
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}
