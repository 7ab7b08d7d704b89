import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { BuildPlace } from './build-place.ts';
import { precompress } from './precompress.ts';
import { sourcesDigest } from './sources-digest.ts';

/** Says in a build what it was made from; a name that is never served. */
const RECORD = '.build.json';

interface BuildRecord {
  readonly digest: string;
  /** Files of other workspaces that are in it, from the repository's root. */
  readonly others: readonly string[];
}

export interface BuildOptions {
  /** The workspace of the console. */
  readonly console: string;
  /** Where the build goes. What is there stays until the new one is whole. */
  readonly target: string;
  /** Builds into a folder, and answers which files of other workspaces it used, from the repository's root. */
  readonly bundle: (console: string, fresh: string) => Promise<readonly string[]>;
  /** Called when it turns out that there is something to do. */
  readonly onBegin: () => void;
}

/** Builds the console, unless what is there was made from the same sources; answers whether it did. Rejects where it can't be built: what was there stays. */
export async function buildConsole(options: BuildOptions): Promise<boolean> {
  const { console, target, bundle, onBegin } = options;
  if (await isCurrent(console, target)) return false;
  onBegin();
  await using place = await BuildPlace.take(target);
  // Another process may have done it while this one waited.
  if (await isCurrent(console, target)) return false;
  const before = await sourcesDigest(console, []);
  const others = (await bundle(console, place.fresh)).toSorted();
  await precompress(place.fresh);
  // What changed while it was built is not in it for sure: then the next one builds again.
  const isSame = before === (await sourcesDigest(console, []));
  const digest = isSame ? await sourcesDigest(console, others) : '';
  await writeFile(join(place.fresh, RECORD), JSON.stringify({ digest, others }));
  await place.putInPlace();
  return true;
}

/** Whether what is built was made from what is there now. */
async function isCurrent(console: string, target: string): Promise<boolean> {
  const record = await recordOf(target);
  return record !== undefined && record.digest === (await sourcesDigest(console, record.others));
}

async function recordOf(target: string): Promise<BuildRecord | undefined> {
  try {
    return JSON.parse(await readFile(join(target, RECORD), 'utf8')) as BuildRecord;
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isAbsent || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Builds with Vite, which is loaded only where there is something to build. */
export async function bundleWithVite(console: string, fresh: string): Promise<string[]> {
  const { build } = await import('vite');
  const root = join(console, '..');
  const others = new Set<string>();
  await build({
    root: console,
    configFile: join(console, 'vite.config.ts'),
    // A checkout that is only read has no place for the settings as a bundle.
    configLoader: 'native',
    logLevel: 'warn',
    build: { outDir: fresh, emptyOutDir: true, license: { fileName: 'licenses.md' } },
    plugins: [
      {
        name: 'aicp-other-workspaces',
        generateBundle() {
          for (const id of this.getModuleIds()) {
            const [file = ''] = id.split('?');
            const path = relative(root, file);
            const isOurs = file.startsWith('/') && !path.startsWith('..');
            if (isOurs && !/(^|\/)node_modules\/|^console\//.test(path)) others.add(path);
          }
        },
      },
    ],
  });
  return [...others];
}
