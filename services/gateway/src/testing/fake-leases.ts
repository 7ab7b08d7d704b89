import { grant, outstanding } from '@aicp/contracts/budgets/grant';
import type { LeaseAnswer, LeaseCall, LeaseWish } from '@aicp/contracts/budgets/lease-call';
import { subjectName } from '@aicp/contracts/spend/spend-subject';

interface Row {
  granted: bigint;
  ingested: bigint;
  held: bigint;
  number: number;
}

/** One counter in one period. */
class Place {
  spent = 0n;
  readonly rows = new Map<string, Row>();

  row(session: string): Row {
    const row = this.rows.get(session) ?? { granted: 0n, ingested: 0n, held: 0n, number: 0 };
    this.rows.set(session, row);
    return row;
  }
}

/** What the budget service does with calls for leases, in memory. */
export class FakeLeases {
  private readonly places = new Map<string, Place>();

  answer({ session, number, counters }: LeaseCall): LeaseAnswer {
    const grants = counters.map((wish) => {
      const place = this.place(wish);
      const row = place.row(session);
      const others = [...place.rows]
        .filter(([name]) => name !== session)
        .reduce((sum, [, one]) => sum + outstanding(one), 0n);
      if (number > row.number) {
        const { spent, held, target, limit } = wish;
        row.number = number;
        row.held = BigInt(held);
        row.granted = grant(
          row,
          {
            spent: BigInt(spent),
            held: BigInt(held),
            target: target === undefined ? undefined : BigInt(target),
          },
          { limit: BigInt(limit), spent: place.spent, others },
        );
      }
      const ingested = [...place.rows.values()].reduce((sum, one) => sum + one.ingested, 0n);
      return {
        spent: String(place.spent),
        granted: String(row.granted),
        base: String(place.spent - ingested),
        others: String(others),
        ingested: String(row.ingested),
      };
    });
    return { valid_ms: 600_000, counters: grants };
  }

  /** Usage of a session comes into the ledger. */
  deliver(wish: Pick<LeaseWish, 'subject' | 'starts_ms'>, session: string, cost: number): void {
    const place = this.place(wish);
    place.row(session).ingested += BigInt(cost);
    place.spent += BigInt(cost);
  }

  private place({ subject, starts_ms }: Pick<LeaseWish, 'subject' | 'starts_ms'>): Place {
    const { scope, organization, value } = subject;
    const name = `${starts_ms} ${subjectName({ scope, organization, value })}`;
    const place = this.places.get(name) ?? new Place();
    this.places.set(name, place);
    return place;
  }
}
