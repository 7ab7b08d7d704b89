import type { LedgerDatabase, LedgerTables } from '../database/tables.ts';
import type { Kysely } from 'kysely';
import { attemptsOf, findRequests } from './find-requests.ts';
import {
  countRequests,
  requestOverview,
  type Overview,
  type OverviewQuery,
} from './request-overview.ts';
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

  /** How many requests that are; one more than `most` where there are more. */
  async count(query: Pick<OverviewQuery, 'from' | 'to' | 'filter'>, most: number): Promise<number> {
    return await countRequests(this.kysely, query, most);
  }

  /** How requests went, step by step, the oldest first. It reads all of them. */
  async overview(query: OverviewQuery): Promise<Overview[]> {
    return await requestOverview(this.kysely, query);
  }
}
