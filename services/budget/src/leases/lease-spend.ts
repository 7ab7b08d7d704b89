import type { Alongside } from '@aicp/ledger/ingest/ledger-writer';
import type { UsageBatch } from '@aicp/contracts/usage/usage-batch';
import { notConfiguredYet } from '../access/key-check.ts';
import { leasesOf, noteIngested, noteOlderIngested } from './lease-rows.ts';
import { spendOf, type Counting } from './spend-of-batch.ts';

type Tx = Parameters<Alongside>[0];
type Fresh = Parameters<Alongside>[1];

/** Lowers what is outstanding of leases by what comes into the ledger, in the transaction that brings it in. */
export class LeaseSpend {
  private readonly known: () => Counting | undefined;

  /** `known`: the snapshot in use. */
  constructor(known: () => Counting | undefined) {
    this.known = known;
  }

  async note(
    tx: Tx,
    { replica, session, is_older: isOlder }: Pick<UsageBatch, 'replica' | 'session' | 'is_older'>,
    { usage, sums }: Fresh,
  ): Promise<void> {
    if (session === undefined) return;
    const known = this.known();
    // Without it nobody knows whose spend gateways count: what they hold would not be given back.
    if (!known) throw notConfiguredYet();
    const leases = await leasesOf(tx, replica);
    const [own, older] = [
      leases.filter((one) => one.session === session),
      leases.filter((one) => one.session !== session),
    ];
    // What nobody knows the end of was under way in a process that died: that one held it.
    const [lost, ended] = [
      usage.filter(({ completion }) => completion === 'unknown'),
      usage.filter(({ completion }) => completion !== 'unknown'),
    ];
    const sender = { replica, session };
    if (isOlder === true) {
      await noteOlderIngested(tx, sender, spendOf([...usage, ...sums], known, older));
      return;
    }
    await noteIngested(tx, sender, spendOf([...ended, ...sums], known, own));
    await noteOlderIngested(tx, sender, spendOf(lost, known, older));
  }
}
