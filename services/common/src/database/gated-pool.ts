import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { DatabaseUnavailable, orUnavailable } from './database-unavailable.ts';

/** A pool that gives no connection before `isOpen`, and says DatabaseUnavailable where the server is away. */
export function gatedPool(pool: PostgresPool, isOpen: () => boolean): PostgresPool {
  return {
    options: pool.options,
    end: () => Promise.resolve(),
    connect: async () => {
      if (!isOpen()) throw new DatabaseUnavailable('the database is not ready yet');
      return guarded(await translated(pool.connect()));
    },
  };
}

function guarded(client: PostgresPoolClient): PostgresPoolClient {
  let isBroken = false;
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  const watched = async (...args: unknown[]): Promise<unknown> => {
    try {
      return await translated(query(...args));
    } catch (error) {
      isBroken ||= error instanceof DatabaseUnavailable;
      throw error;
    }
  };
  return {
    query: watched as PostgresPoolClient['query'],
    release: (destroy) => {
      client.release(isBroken || destroy === true);
    },
  };
}

async function translated<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw orUnavailable(error);
  }
}
