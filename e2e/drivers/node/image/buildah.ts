import { join } from 'node:path';
import { say } from '@aicp/e2e/commands/run';

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
