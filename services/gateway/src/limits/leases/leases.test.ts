import type { LeaseAnswer, LeaseCall } from '@aicp/contracts/budgets/lease-call';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FakeLeases } from '../../testing/fake-leases.ts';
import type { LeaseAccount } from './lease-account.ts';
import { LeaseBook, type Saying } from './lease-book.ts';

const PERIOD = { startsMs: 0, endsMs: 3_600_000 };
const LIMIT = 1_000;
const demand = (amount: number) => ({
  counter: 'global//:usd-1h',
  window: { kind: 'period', ...PERIOD } as const,
  limit: LIMIT,
  amount,
  isHeld: true,
});

const SUBJECT = { scope: 'global', organization: undefined, value: undefined } as const;

/** A gateway: what it spends is delivered later, and its calls and their answers take their time, or are lost. */
class Gateway {
  readonly own = { used: 0, held: 0 };
  readonly book = new LeaseBook({
    describe: () => ({
      subject: SUBJECT,
      unit: 1,
      own: this.own,
    }),
    now: () => 0,
    otherwise: { most: () => 0 },
  });
  readonly account: LeaseAccount;
  readonly open: number[] = [];
  readonly undelivered: number[] = [];
  private readonly name: string;
  private readonly service: FakeLeases;
  /** Calls that nobody waits for any more, and that may still arrive. */
  private readonly late: LeaseCall[] = [];
  private number = 0;
  private sent: { saying: Saying; call: LeaseCall } | undefined;
  private answer: LeaseAnswer | undefined;

  constructor(name: string, service: FakeLeases) {
    this.name = name;
    this.service = service;
    this.account = this.book.accountOf(demand(0))!;
  }

  request(amount: number, nowMs = 0): void {
    const { own, account } = this;
    account.waiting = 0;
    if (account.lacks(amount, LIMIT, nowMs)) account.waiting = amount;
    if (own.used + own.held + amount > this.book.most(demand(amount), undefined)) return;
    own.held += amount;
    this.open.push(amount);
  }

  /** Ends the oldest request: it cost so many percent of what it had reserved. Answers by how much it cost more. */
  end(percent: number): number {
    const amount = this.open.shift();
    if (amount === undefined) return 0;
    const used = Math.ceil((amount * percent) / 100);
    this.own.held -= amount;
    this.own.used += used;
    this.undelivered.push(used);
    return Math.max(0, used - amount);
  }

  deliver(): void {
    const cost = this.undelivered.shift();
    if (cost !== undefined)
      this.service.deliver({ subject: SUBJECT, starts_ms: 0 }, this.name, cost);
  }

  arriveLate(): void {
    const call = this.late.shift();
    if (call) this.service.answer(call);
  }

  /** One step of a call: it is made, arrives (again, where it was sent twice), is answered. */
  step(isLost: boolean, nowMs: number): void {
    if (!this.sent) {
      this.number += 1;
      const saying = this.book.saying({ nowMs, wallMs: nowMs, isAlone: true, isLast: false });
      const call = {
        replica: this.name,
        session: this.name,
        number: this.number,
        has_delivered_older: true,
        counters: [...saying.wishes],
      };
      this.sent = { saying, call };
    } else if (!this.answer) {
      if (isLost) {
        this.late.push(this.sent.call);
        this.sent = undefined;
      } else this.answer = this.service.answer(this.sent.call);
    } else {
      if (!isLost) this.book.hear(this.sent.saying, this.answer);
      this.sent = undefined;
      this.answer = undefined;
    }
  }
}

describe('gateways that spend of leases', () => {
  const step = fc.record({
    who: fc.nat(2),
    what: fc.constantFrom('request', 'request', 'end', 'deliver', 'call', 'call', 'call', 'late'),
    amount: fc.integer({ min: 1, max: 300 }),
    percent: fc.constantFrom(0, 40, 100, 100, 130),
    isLost: fc.boolean(),
  });

  it('never spend and hold more than the limit together, but for what requests cost beyond what they reserved', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const service = new FakeLeases();
        const gateways = ['a', 'b', 'c'].map((name) => new Gateway(name, service));
        let beyond = 0;
        for (const [nowMs, { who, what, amount, percent, isLost }] of steps.entries()) {
          const gateway = gateways[who]!;
          if (what === 'request') gateway.request(amount, nowMs * 100);
          else if (what === 'end') beyond += gateway.end(percent);
          else if (what === 'deliver') gateway.deliver();
          else if (what === 'late') gateway.arriveLate();
          else gateway.step(isLost, nowMs * 100);
          const sum = gateways.reduce((total, { own }) => total + own.used + own.held, 0);
          expect(sum).toBeLessThanOrEqual(LIMIT + beyond);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('let one of them have all that is left, and take back what it does not need', () => {
    const service = new FakeLeases();
    const [a, b] = [new Gateway('a', service), new Gateway('b', service)];
    const call = (gateway: Gateway, nowMs: number) => {
      for (let part = 0; part < 3; part += 1) gateway.step(false, nowMs);
    };
    a.request(LIMIT);
    call(a, 0);
    a.request(LIMIT);
    expect(a.own.held).toBe(LIMIT);
    b.request(1);
    call(b, 0);
    // What was granted to a and not spoken of since may come back.
    expect(b.account.lacks(1, LIMIT, 0)).toBe(true);
    call(a, 0);
    call(b, 0);
    b.request(1);
    expect([b.own.held, b.account.lacks(1, LIMIT, 0)]).toEqual([0, false]);
    a.end(10);
    call(a, 60_000);
    call(b, 60_000);
    b.request(1);
    call(b, 60_000);
    b.request(1);
    expect(b.own.held).toBe(1);
    expect(a.account.granted).toBeLessThan(LIMIT / 5);
  });

  it('lose what was granted when the service has not been heard of for too long, and keep what is held', () => {
    const gateway = new Gateway('a', new FakeLeases());
    gateway.account.granted = 100;
    gateway.request(30);
    gateway.book.forgetGrants();
    expect(gateway.account.granted).toBe(30);
  });
});
