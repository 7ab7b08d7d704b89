import { closeSync, fdatasync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { promisify } from 'node:util';
import type { KubeObject } from '../objects/object.ts';

/** Where an object is: its place, its namespace ('' where it has none) and its name. */
export interface ObjectKey {
  readonly storage: string;
  readonly namespace: string;
  readonly name: string;
}

export interface ObjectRow extends ObjectKey {
  readonly revision: number;
  /** The object as JSON. */
  readonly body: string;
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS objects (
    storage TEXT NOT NULL,
    namespace TEXT NOT NULL,
    name TEXT NOT NULL,
    revision INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (storage, namespace, name)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS counter (id INTEGER PRIMARY KEY CHECK (id = 0), revision INTEGER NOT NULL);
  INSERT OR IGNORE INTO counter VALUES (0, 0);
`;

/** Another process has the data directory open. */
export class StoreInUse extends Error {
  override readonly name = 'StoreInUse';
}

/** The disk has no room: nothing was written. */
export class DiskFull extends Error {
  override readonly name = 'DiskFull';
}

/**
 * The objects on disk, in SQLite. What `put` and `remove` have returned from outlives the process, and the machine too once `durable` has
 * resolved: SQLite writes each change into its log (WAL, synchronous NORMAL), and a flush of that log serves all that came before it. The
 * file is held for this process alone until `close`; the lock goes with the process, however it ends.
 */
export class ObjectDatabase {
  readonly #database: DatabaseSync;
  readonly #put: StatementSync;
  readonly #remove: StatementSync;
  readonly #count: StatementSync;
  /** SQLite's log, which is there for as long as the database is open. */
  readonly #log: number;
  #writes = 0;
  #flushed = 0;
  #flushing: Promise<void> | undefined;

  /** Opens, or makes, the file in `directory`, which never grows past `maxPages`. Throws StoreInUse where another process has it. */
  constructor(directory: string, maxPages?: number) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const path = join(directory, 'objects.sqlite');
    this.#database = open(path);
    if (maxPages !== undefined) this.#database.exec(`PRAGMA max_page_count = ${maxPages}`);
    this.#log = openSync(`${path}-wal`, 'r+');
    this.#put = this.#database.prepare('INSERT OR REPLACE INTO objects VALUES (?, ?, ?, ?, ?)');
    this.#remove = this.#database.prepare(
      'DELETE FROM objects WHERE storage = ? AND namespace = ? AND name = ?',
    );
    this.#count = this.#database.prepare('UPDATE counter SET revision = ?');
  }

  /** The newest revision that was given out. */
  revision(): number {
    return this.#database.prepare('SELECT revision FROM counter').get()?.['revision'] as number;
  }

  /** Every object, in the order of its key. */
  rows(): ObjectRow[] {
    const all = this.#database.prepare('SELECT * FROM objects ORDER BY storage, namespace, name');
    return all.all() as unknown as ObjectRow[];
  }

  put(row: ObjectRow): void {
    this.#transaction(() => {
      this.#put.run(row.storage, row.namespace, row.name, row.revision, row.body);
      this.#count.run(row.revision);
    });
  }

  remove(key: ObjectKey, revision: number): void {
    this.#transaction(() => {
      this.#remove.run(key.storage, key.namespace, key.name);
      this.#count.run(revision);
    });
  }

  /** Resolves when everything that was written before is on the disk. Rejects with the system's error where it cannot be. */
  async durable(): Promise<void> {
    const wanted = this.#writes;
    while (this.#flushed < wanted) await (this.#flushing ??= this.#flush());
  }

  close(): void {
    this.#database.close();
    closeSync(this.#log);
  }

  async #flush(): Promise<void> {
    const writes = this.#writes;
    try {
      await flush(this.#log);
      this.#flushed = writes;
    } finally {
      this.#flushing = undefined;
    }
  }

  #transaction(write: () => void): void {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      write();
      this.#database.exec('COMMIT');
      this.#writes += 1;
    } catch (error) {
      // A disk that is full has SQLite roll back by itself; what is wrong is the first error.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      if (isFull(error)) {
        const message = 'The disk of the data directory is full: nothing was written.';
        throw new DiskFull(message, { cause: error });
      }
      throw error;
    }
  }
}

/** What SQLite says where the disk has no room, or the user's quota of it. */
const SQLITE_FULL = 13;

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === SQLITE_FULL;

const flush = promisify(fdatasync);

function open(path: string): DatabaseSync {
  // Secrets are in it: nobody else may read it, nor the files that SQLite puts beside it with the same mode.
  closeSync(openSync(path, 'a', 0o600));
  const database = new DatabaseSync(path);
  try {
    database.exec(
      'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;',
    );
    database.exec(SCHEMA);
    return database;
  } catch (error) {
    database.close();
    if (error instanceof Error && /database is locked/.test(error.message)) {
      throw new StoreInUse(`another process has ${path} open`, { cause: error });
    }
    throw error;
  }
}

/** The key of an object. */
export function keyOf(storage: string, object: KubeObject): ObjectKey {
  const { namespace = '', name } = object.metadata;
  return { storage, namespace, name };
}
