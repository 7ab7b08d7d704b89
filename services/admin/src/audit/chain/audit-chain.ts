import type { Clock } from '@aicp/common/time/clock';
import type { Transaction } from 'kysely';
import type { AdminDatabase, AdminTables } from '../../database/tables.ts';
import type { AuditDraft } from '../audit-entry.ts';
import { append, lockChain } from './append.ts';
import { ensureMonths } from './months.ts';

/** What `write` hands to its work: the transaction, and the way to the end of the chain. */
export interface ChainWriter {
  readonly tx: Transaction<AdminTables>;
  readonly append: (drafts: readonly AuditDraft[]) => Promise<void>;
}

/** The one way in which entries are written: one writer at a time, whatever the number of replicas, and all or nothing. */
export class AuditChain {
  private readonly database: AdminDatabase;
  private readonly clock: Clock;

  constructor(options: { database: AdminDatabase; clock: Clock }) {
    this.database = options.database;
    this.clock = options.clock;
  }

  /** Runs `work` with the chain locked, in one transaction. Where a month has begun that has no partition yet, it is run twice. */
  async write<T>(work: (writer: ChainWriter) => Promise<T>): Promise<T> {
    try {
      return await this.attempt(work);
    } catch (error) {
      if (!lacksPartition(error)) throw error;
      await this.prepareMonths();
      return await this.attempt(work);
    }
  }

  /** Appends entries that come with nothing else. */
  async record(drafts: readonly AuditDraft[]): Promise<void> {
    await this.write((writer) => writer.append(drafts));
  }

  /** Makes room for this month and the next. */
  async prepareMonths(): Promise<void> {
    await this.database.asOwner((owner) =>
      owner.transaction().execute(async (tx) => {
        // Replicas notice a new month at the same moment.
        await lockChain(tx);
        await ensureMonths(tx, this.clock.now());
      }),
    );
  }

  private async attempt<T>(work: (writer: ChainWriter) => Promise<T>): Promise<T> {
    return await this.database.kysely.transaction().execute(async (tx) => {
      await lockChain(tx);
      return await work({
        tx,
        append: async (drafts) => {
          await append(tx, drafts, this.clock.now());
        },
      });
    });
  }
}

/** SQLSTATE of a row that fits no partition. */
const lacksPartition = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === '23514' &&
  error.message.includes('no partition of relation');
