import { DatabaseSync } from 'node:sqlite';

/** Another `aicp up` runs on the same data directory. */
export class AlreadyRunning extends Error {
  override readonly name = 'AlreadyRunning';
}

/**
 * Takes a directory's lock for as long as the process lives: an exclusive SQLite transaction, which the system ends with the process,
 * so that kill -9 leaves no stale lock. Throws AlreadyRunning where somebody holds it.
 */
export function takeLock(path: string): Disposable {
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (error instanceof Error && /locked/.test(error.message)) {
      throw new AlreadyRunning('another `aicp up` runs on this data directory', { cause: error });
    }
    throw error;
  }
  return { [Symbol.dispose]: () => database.close() };
}
