import type { Alongside } from '@aicp/ledger/ingest/ledger-writer';
import type { UsageBatch } from '@aicp/contracts/usage/usage-batch';
import type { Known } from '../snapshot/budget-directory.ts';
import { noteIngested, noteOlderIngested } from './lease-rows.ts';
import { spendOf } from './spend-of-batch.ts';

type Tx = Parameters<Alongside>[0];
type Fresh = Parameters<Alongside>[1];

/** Lowers what is outstanding of leases by what comes into the ledger, in the transaction that brings it in. */
export class LeaseSpend {
  private readonly known: () => Pick<Known, 'limits' | 'models' | 'periods'> | undefined;

  /** `known`: the snapshot in use. */
  constructor(known: () => Pick<Known, 'limits' | 'models' | 'periods'> | undefined) {
    this.known = known;
  }

  async note(
    tx: Tx,
    { replica, session, is_older: isOlder }: Pick<UsageBatch, 'replica' | 'session' | 'is_older'>,
    { usage, sums }: Fresh,
  ): Promise<void> {
    const known = this.known();
    if (!known || session === undefined || known.limits.length === 0) return;
    // What nobody knows the end of was under way in a process that died: that one held it.
    const [lost, ended] = [
      usage.filter(({ completion }) => completion === 'unknown'),
      usage.filter(({ completion }) => completion !== 'unknown'),
    ];
    const sender = { replica, session };
    if (isOlder === true) {
      await noteOlderIngested(tx, sender, spendOf([...usage, ...sums], known));
      return;
    }
    await noteIngested(tx, sender, spendOf([...ended, ...sums], known));
    await noteOlderIngested(tx, sender, spendOf(lost, known));
  }
}
