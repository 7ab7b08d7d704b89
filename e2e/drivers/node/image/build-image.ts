import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { say } from '@aicp/e2e/commands/run';
import { build } from './buildah.ts';
import { withoutBase } from './without-base.ts';

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
