import type { LedgerDatabase, LedgerTables } from '../database/tables.ts';
import type { Kysely } from 'kysely';
import { attemptsOf, findRequests } from './find-requests.ts';
import type { FoundRequest, RequestAttempt, RequestFilter, RequestPage } from './request-query.ts';

/** Requests as people look for them. Everything rejects with DatabaseUnavailable while the database is away. */
export class RequestReader {
  private readonly kysely: Kysely<LedgerTables>;

  constructor(database: Pick<LedgerDatabase, 'kysely'>) {
    this.kysely = database.kysely;
  }

  /** Requests, the newest first: what was decided of each, and what it used. */
  async requests(filter: RequestFilter, page: RequestPage): Promise<FoundRequest[]> {
    return await findRequests(this.kysely, filter, page);
  }

  /** Whom a request was sent to, in the order in which they were asked. */
  async attemptsOf(request: Pick<FoundRequest, 'atMs' | 'id'>): Promise<RequestAttempt[]> {
    return await attemptsOf(this.kysely, request);
  }
}
