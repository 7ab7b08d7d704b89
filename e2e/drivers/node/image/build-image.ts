import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { say } from '@aicp/e2e/commands/run';
import { PAUSE_IMAGE } from '../services/containerd.ts';

const ROOT = join(import.meta.dirname, '../../../..');

/**
 * Builds the image of this work tree and writes it into an archive: what images/assemble.sh puts together, started as the Dockerfile says, on
 * nothing but the Node that runs this and its libraries, since no registry need be reached for those.
 */
export async function buildImage(options: {
  readonly name: string;
  readonly archive: string;
  readonly folder: string;
}): Promise<void> {
  const { name, archive, folder } = options;
  const context = join(folder, 'image');
  await mkdir(context);
  await say([join(ROOT, 'images/assemble.sh'), join(context, 'app')]);
  await copyNode(join(context, 'base'));
  const dockerfile = await readFile(join(ROOT, 'Dockerfile'), 'utf8');
  await writeFile(join(context, 'Containerfile'), withoutBase(dockerfile));
  const version = name.slice(name.lastIndexOf(':') + 1);
  const storage = join(folder, 'buildah');
  await build({ context, name, archive, storage, arguments: { VERSION: version } });
}

/** Copies the Node program and the libraries that it is linked to. */
async function copyNode(base: string): Promise<void> {
  const copy = async (from: string, to: string) => {
    await mkdir(dirname(join(base, to)), { recursive: true });
    await copyFile(from, join(base, to));
  };
  await copy(process.execPath, 'usr/local/bin/node');
  const linked = (await say(['ldd', process.execPath])).matchAll(/(\/\S+) \(0x/g);
  for (const [, library] of linked) await copy(library!, library!);
}

export interface BuildOptions {
  /** Holds the Containerfile and what it copies. */
  readonly context: string;
  readonly name: string;
  /** The archive to write. */
  readonly archive: string;
  /** Where buildah keeps its own files. */
  readonly storage: string;
  readonly arguments?: Readonly<Record<string, string>>;
}

/** Builds an image without a daemon and writes it into an archive, as `docker save` does. */
export async function build(options: BuildOptions): Promise<void> {
  const { context, name, archive, storage } = options;
  const buildah = async (...args: string[]) => {
    const places = ['--root', join(storage, 'root'), '--runroot', join(storage, 'run')];
    await say(['buildah', ...places, '--storage-driver', 'vfs', ...args]);
  };
  const set = Object.entries(options.arguments ?? {}).map(
    (pair) => `--build-arg=${pair.join('=')}`,
  );
  await buildah(
    'bud',
    '--isolation=chroot',
    '--format=docker',
    '--layers=false',
    ...set,
    '--tag',
    name,
    context,
  );
  await buildah('push', name, `docker-archive:${archive}:${name}`);
}

/** A static program of Debian's that can wait for ever. */
export const WAITER = '/usr/bin/catatonit';

/** Writes an archive of the image that holds the namespaces of pods; registries need not be reached for it. */
export async function buildPauseImage(folder: string, archive: string): Promise<void> {
  const context = join(folder, 'pause');
  await mkdir(context);
  await copyFile(WAITER, join(context, 'pause'));
  await writeFile(join(context, 'Containerfile'), CONTAINERFILE);
  await build({ context, name: PAUSE_IMAGE, archive, storage: join(folder, 'buildah') });
}

const CONTAINERFILE = `FROM scratch
COPY pause /pause
USER 65535:65535
ENTRYPOINT ["/pause", "-P"]
`;

/**
 * A Containerfile that does what the last stage of our Dockerfile does, on the folder `base` of the build context instead of a base image, and
 * with `app` from there instead of from the stage before. What the Dockerfile removes from its base is not there. Throws where the
 * Dockerfile is not of the shape that this knows.
 */
export function withoutBase(dockerfile: string): string {
  const stage = dockerfile.split(/^FROM .*\n/m).at(-1) ?? '';
  const lines = stage.split('\n').filter((line) => !line.startsWith('RUN rm -rf /usr/local/'));
  const copied = lines.map((line) => line.replace(/^COPY --from=assembled \/app /, 'COPY app '));
  if (copied.some((line) => /^RUN|--from=/.test(line))) {
    throw new Error('the last stage of the Dockerfile runs or copies what only its base image has');
  }
  return ['FROM scratch', 'COPY base /', ...copied].join('\n');
}
