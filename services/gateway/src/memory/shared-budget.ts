import type { ClientResponse } from '../client/client.ts';
import { ByteBudget } from './byte-budget.ts';
import type { FairShares, ShareReason } from './fair-shares.ts';
import type { KeyHolder, Lent } from './holders.ts';

/** Bytes of one kind, of which keys and organizations have shares. */
export class SharedBudget extends ByteBudget {
  private readonly lent: Lent;
  private readonly shares: FairShares;

  constructor(limit: number, lent: Lent, shares: FairShares) {
    super(limit);
    this.lent = lent;
    this.shares = shares;
  }

  /** Whose share leaves no room for so many bytes of a request that holds `own` of them; undefined where there is room. Takes none. */
  obstacleTo(holder: KeyHolder, amount: number, own: number): ShareReason | undefined {
    const { lent, limit, used } = this;
    return this.shares.obstacleTo({ lent, limit, used, holder, amount, own });
  }

  /** Takes bytes for a request that holds `own` of them; or says why not, and takes nothing. */
  takeFor(holder: KeyHolder, amount: number, own: number): ShareReason | 'full' | undefined {
    const obstacle = this.obstacleTo(holder, amount, own);
    if (obstacle !== undefined) this.refuse();
    else if (!this.take(amount)) return 'full';
    else holder.add(this.lent, amount);
    return obstacle;
  }

  /** Gives back bytes that were taken for a key. */
  giveBackFor(holder: KeyHolder, amount: number): void {
    this.giveBack(amount);
    holder.add(this.lent, -amount);
  }

  /** Gives bytes back when a response is over: a client that reads slowly holds them for as long as it takes. */
  giveBackForAfter(
    response: Pick<ClientResponse, 'once'>,
    holder: KeyHolder,
    amount: number,
  ): void {
    response.once('close', () => {
      this.giveBackFor(holder, amount);
    });
  }
}
