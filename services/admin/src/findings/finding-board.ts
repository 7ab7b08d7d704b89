import type { Background } from '@aicp/api-kit/service/service';
import type { Database } from '@aicp/common/database/open-database';
import type { NewsSource } from '@aicp/common/snapshot/poll-news';
import type { Logger } from '@aicp/common/log/logger';
import { BackgroundLoop } from '@aicp/common/time/background-loop';
import type { Clock } from '@aicp/common/time/clock';
import {
  MOST_FOUND,
  type Finding,
  type FindingsReport,
  type FoundKind,
} from '@aicp/contracts/poll/findings-report';
import { sql } from 'kysely';
import type { FindingTables } from './finding-tables.ts';

export interface FindingBoardOptions {
  readonly database: Pick<Database<FindingTables>, 'kysely' | 'migrated'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** So often what other replicas have found out is read, ms. */
const EVERY_MS = 5_000;
/** So many rows are written by one statement. */
const AT_ONCE = 500;
/** What was not found out again for so long is not known any more, seconds. */
const STALE_SECONDS = 300;
/** So long after it was read, what is known is told, ms. */
const READ_MS = 60_000;

/** What was found out of objects: whoever has the duty puts it up, and every replica tells all of it to the operator. */
export class FindingBoard implements Background, NewsSource<FindingsReport> {
  private readonly options: FindingBoardOptions;
  private readonly loop: BackgroundLoop;
  private readonly listeners: (() => void)[] = [];
  private objects: readonly Finding[] | undefined;
  private text = '';
  /** By the monotonic clock, ms. */
  private readAt = -Infinity;

  constructor(options: FindingBoardOptions) {
    this.options = options;
    const { clock, database, log } = options;
    this.loop = new BackgroundLoop({
      work: () => this.read(),
      everyMs: EVERY_MS,
      clock,
      ready: () => database.migrated(),
      onFailure: (error, failures) => {
        if (failures === 1) log.info({ err: error }, 'findings_not_read');
      },
    });
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
  }

  /** Puts up all that is known of a kind: what is not listed goes. */
  async put(kind: FoundKind, findings: readonly Finding[]): Promise<void> {
    await this.options.database.kysely.transaction().execute(async (tx) => {
      const uids = findings.map(({ uid }) => uid);
      const gone = tx.deleteFrom('finding').where('kind', '=', kind);
      await (uids.length > 0 ? gone.where('uid', 'not in', uids) : gone).execute();
      for (let start = 0; start < findings.length; start += AT_ONCE) {
        await tx
          .insertInto('finding')
          .values(findings.slice(start, start + AT_ONCE).map(rowOf))
          .onConflict((conflict) =>
            conflict.column('uid').doUpdateSet((row) => ({
              name: row.ref('excluded.name'),
              conditions: row.ref('excluded.conditions'),
              observed: row.ref('excluded.observed'),
              found_at: sql<Date>`now()`,
            })),
          )
          .execute();
      }
    });
    await this.read();
  }

  /** All that is known; undefined until it was read, and while it cannot be read. */
  report(): FindingsReport | undefined {
    const { objects } = this;
    const { clock } = this.options;
    if (!objects || clock.monotonic() - this.readAt > READ_MS) return undefined;
    return { at: new Date(clock.now()).toISOString(), objects: [...objects] };
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  private async read(): Promise<void> {
    const rows = await this.options.database.kysely
      .selectFrom('finding')
      .select(['kind', 'name', 'uid', 'conditions', 'observed'])
      .select(
        sql<boolean>`found_at < now() - make_interval(secs => ${STALE_SECONDS})`.as('is_stale'),
      )
      .orderBy('kind')
      .orderBy('name')
      .limit(MOST_FOUND)
      .execute();
    this.readAt = this.options.clock.monotonic();
    const objects = rows.map(({ is_stale: isStale, ...row }) => ({
      ...row,
      conditions: row.conditions.map((one) => (isStale ? { ...one, ...NOT_REPORTED } : one)),
      observed: { ...row.observed },
    }));
    const text = JSON.stringify(objects);
    if (text === this.text) return;
    this.text = text;
    this.objects = objects;
    for (const listener of this.listeners) listener();
  }
}

/** A loop that fails again and again, or that no replica has taken up, leaves what it said last. */
const NOT_REPORTED = {
  status: 'Unknown',
  reason: 'NotReported',
  message:
    'nobody has found it out for five minutes; the figures are the last known: look at the logs of the admin service',
} as const;

/** An array is sent as JSON only where it is a text. */
const rowOf = ({ kind, name, uid, conditions, observed }: Finding) => ({
  kind,
  name,
  uid,
  conditions: JSON.stringify(conditions) as unknown as Finding['conditions'],
  observed,
});
