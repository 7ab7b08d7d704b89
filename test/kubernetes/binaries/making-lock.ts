import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { AlreadyRunning, takeLock } from '@aicp/local/data/lock';
import { type Surroundings, cacheRoot } from './sources.ts';

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
