import { grant, knownSpend, outstanding, type Room } from '@aicp/contracts/budgets/grant';
import type { LeaseAnswer, LeaseCall, LeaseWish } from '@aicp/contracts/budgets/lease-call';
import { idleOf, isSoughtBy } from '@aicp/contracts/budgets/rivals';
import { subjectName } from '@aicp/contracts/spend/spend-subject';

interface Row {
  granted: bigint;
  ingested: bigint;
  held: bigint;
  inUse: bigint;
  lackingSince: number | undefined;
  number: number;
}

/** One counter in one period. */
class Place {
  spent = 0n;
  readonly rows = new Map<string, Row>();

  row(session: string): Row {
    const row = this.rows.get(session) ?? {
      ...{ granted: 0n, ingested: 0n, held: 0n, inUse: 0n },
      ...{ lackingSince: undefined, number: 0 },
    };
    this.rows.set(session, row);
    return row;
  }
}

/** What the budget service does with calls for leases, in memory. */
export class FakeLeases {
  private readonly places = new Map<string, Place>();
  private calls = 0;
  /** The limit by which a gateway refused a request last, as it said. */
  refusedAt: string | undefined;

  answer({ session, number, counters }: LeaseCall): LeaseAnswer {
    this.calls += 1;
    const grants = counters.map((wish) => {
      const place = this.place(wish);
      const row = place.row(session);
      const others = [...place.rows].filter(([name]) => name !== session);
      const sum = others.reduce((total, [, one]) => total + outstanding(one), 0n);
      if (number > row.number) {
        row.number = number;
        this.note(row, wish, { limit: BigInt(wish.limit), spent: place.spent, others: sum });
      }
      const rivals = others.map(([name, one]) => ({ session: name, ...one }));
      const ingested = [...place.rows.values()].reduce((total, one) => total + one.ingested, 0n);
      return {
        spent: String(place.spent),
        granted: String(row.granted),
        base: String(place.spent - ingested),
        known: String(knownSpend(place.spent, [...place.rows.values()].map(saidBy))),
        others: String(sum),
        ingested: String(row.ingested),
        idle: String(idleOf(rivals)),
        is_sought: isSoughtBy(rivals, { session, ...row }),
      };
    });
    return { valid_ms: 600_000, counters: grants };
  }

  private note(row: Row, wish: LeaseWish, room: Room): void {
    const { spent, held, target, needed, refused_at: refusedAt } = wish;
    this.refusedAt = refusedAt ?? this.refusedAt;
    row.held = BigInt(held);
    row.inUse = BigInt(spent) + row.held;
    const wanted = target === undefined ? undefined : BigInt(target);
    row.granted = grant(row, { spent: BigInt(spent), held: row.held, target: wanted }, room);
    const isLacking = BigInt(needed ?? 0) > row.granted;
    row.lackingSince = isLacking ? (row.lackingSince ?? this.calls) : undefined;
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

const saidBy = ({ inUse, held, ingested }: Row) => ({ said: inUse - held, ingested });
