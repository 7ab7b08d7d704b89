import type { PostgresPool, PostgresPoolClient } from 'kysely';

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

/** The database can't be reached, or is not migrated yet. It may be back soon: nothing is wrong with what was asked. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/**
 * SQLSTATEs that speak of the connection and the server, not of the statement: a standby that was not promoted takes no write (25006), one that is being restored knows neither our login
 * (28) nor our database (3D).
 */
const SERVER_STATES = /^(08|25006|28|3D|53|57P|58)/;
const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]);
/** Words of `pg` for a connection that went, or never came. */
const GONE = /Connection terminated|timeout exceeded when trying to connect|not queryable/i;

/** Whether an error says that the server is away rather than that the statement is wrong. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return SOCKET_CODES.has(code) || SERVER_STATES.test(code) || GONE.test(error.message);
}

/** `error` as it is, or as a DatabaseUnavailable where it says that the server is away. */
export const orUnavailable = (error: unknown): unknown =>
  isUnavailable(error)
    ? new DatabaseUnavailable('the database does not answer, or takes nothing', { cause: error })
    : error;
