import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { plainName, type SqlEngine } from '../engine/sql-engine.ts';

/** The one connection of a PGlite: whoever asks has it alone until it is released, and works under a role of its own. */
export class OneConnection {
  private readonly pool: PostgresPool;
  /** What each connection works under by now; the owner where none is known. */
  private readonly roles = new WeakMap<PostgresPoolClient, string>();

  constructor(pool: PostgresPool) {
    this.pool = pool;
  }

  /** What a service works with. Its `close` ends nothing. */
  engine(name: string): SqlEngine {
    const role = plainName(name);
    let hasRole = false;
    return {
      name: 'pglite',
      pool: {
        connect: () => this.take(hasRole ? role : undefined),
        end: () => Promise.resolve(),
        options: this.pool.options,
      },
      asOwner: (work) => this.asOwner(work),
      useRole: () => {
        hasRole = true;
      },
      close: () => Promise.resolve(),
    };
  }

  /** Lends the connection as the owner of the tables. One on which work failed is not used again. */
  async asOwner<T>(work: (pool: PostgresPool) => Promise<T>): Promise<T> {
    const client = await this.take(undefined);
    let isSound = false;
    try {
      const answer = await work(poolOf(client));
      isSound = true;
      return answer;
    } finally {
      client.release(!isSound);
    }
  }

  private async take(role: string | undefined): Promise<PostgresPoolClient> {
    const client = await this.pool.connect();
    if (this.roles.get(client) === role) return client;
    try {
      await client.query(role === undefined ? 'reset role' : `set role ${role}`, []);
    } catch (error) {
      // A connection whose role is unsure is not used again.
      client.release(true);
      throw error;
    }
    if (role === undefined) this.roles.delete(client);
    else this.roles.set(client, role);
    return client;
  }
}

const poolOf = (client: PostgresPoolClient): PostgresPool => ({
  connect: () =>
    Promise.resolve({
      query: client.query.bind(client),
      release: () => undefined,
    }),
  end: () => Promise.resolve(),
  options: {},
});
