import type { Kysely } from 'kysely';
import type { LedgerDatabase, LedgerTables } from '../database/tables.ts';
import type { FactQuery, FactReach, FactSum } from './fact-query.ts';
import { factsFrom, readFacts } from './read-facts.ts';

/** What guardrails said of requests, added up. Everything rejects with DatabaseUnavailable while the database is away. */
export class GuardrailReader {
  private readonly kysely: Kysely<LedgerTables>;

  constructor(database: Pick<LedgerDatabase, 'kysely'>) {
    this.kysely = database.kysely;
  }

  /** Requests and findings by stage, verdict, label and action, and by hour, day or team where that is asked, in no particular order. */
  async facts(query: FactQuery): Promise<FactSum[]> {
    return await readFacts(this.kysely, query);
  }

  /** From when on there are facts, to the hour; undefined: there are none. */
  async factsFrom(reach: FactReach): Promise<number | undefined> {
    return await factsFrom(this.kysely, reach);
  }
}
