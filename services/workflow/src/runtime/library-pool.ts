import { EventEmitter } from 'node:events';
import type { DBOSConfig } from '@dbos-inc/dbos-sdk';
import type { PostgresPool, PostgresPoolClient } from 'kysely';

/** What the runtime's library takes for a pool of its own. */
type Wanted = NonNullable<DBOSConfig['systemDatabasePool']>;

/** One of ours in the shape of `pg`'s own, as far as the library uses that. Its end is ours to say. */
class LibraryPool extends EventEmitter {
  readonly options: { readonly max: number };
  private readonly pool: PostgresPool;

  constructor(pool: PostgresPool, connections: number) {
    super();
    this.pool = pool;
    this.options = { max: connections };
  }

  async connect(): Promise<PostgresPoolClient> {
    return await this.pool.connect();
  }

  async query(text: string, values: unknown[] = []): Promise<unknown> {
    const client = await this.pool.connect();
    let isSound = false;
    try {
      const answer = await client.query(text, values);
      isSound = true;
      return answer;
    } finally {
      client.release(!isSound);
    }
  }

  end(): Promise<void> {
    return Promise.resolve();
  }
}

/** `connections`: how many there are at most. */
export const libraryPool = (pool: PostgresPool, connections: number): Wanted =>
  new LibraryPool(pool, connections) as unknown as Wanted;
