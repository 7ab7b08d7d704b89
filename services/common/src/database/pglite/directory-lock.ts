import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Another process has the database's directory open; two at once would destroy it. */
export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse';
}

/**
 * Takes a directory for as long as the process lives, by an exclusive transaction of SQLite: the system ends it with the process, so
 * that kill -9 leaves no stale lock. Throws DirectoryInUse where somebody has it.
 */
export async function lockDirectory(directory: string): Promise<Disposable> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(join(directory, 'lock'));
  try {
    database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (error instanceof Error && error.message.includes('locked')) {
      throw new DirectoryInUse(`another process uses the database in ${directory}`, {
        cause: error,
      });
    }
    throw error;
  }
  return { [Symbol.dispose]: () => database.close() };
}
