import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { KubeObject } from '../object.ts';

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

/**
 * The objects on disk, in SQLite. What `put` and `remove` have returned from is on the disk (WAL, synchronous FULL). The file is held
 * for this process alone until `close`; the lock goes with the process, however it ends.
 */
export class ObjectDatabase {
  readonly #database: DatabaseSync;
  readonly #put: StatementSync;
  readonly #remove: StatementSync;
  readonly #count: StatementSync;

  /** Opens, or makes, the file in `directory`. Throws StoreInUse where another process has it. */
  constructor(directory: string) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    this.#database = open(join(directory, 'objects.sqlite'));
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

  close(): void {
    this.#database.close();
  }

  #transaction(write: () => void): void {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      write();
      this.#database.exec('COMMIT');
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
  }
}

function open(path: string): DatabaseSync {
  // Secrets are in it: nobody else may read it, nor the files that SQLite puts beside it with the same mode.
  closeSync(openSync(path, 'a', 0o600));
  const database = new DatabaseSync(path);
  try {
    database.exec(
      'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;',
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
