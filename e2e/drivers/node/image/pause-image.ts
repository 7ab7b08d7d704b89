import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PAUSE_IMAGE } from '../services/containerd.ts';
import { build } from './buildah.ts';

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
