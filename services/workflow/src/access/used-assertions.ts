import type { Clock } from '@aicp/common/time/clock';
import { readAssertion, type Assertion } from '@aicp/contracts/delegation/assertion';

/** So many are remembered: more within their time are refused rather than let one be used twice. */
const MOST_REMEMBERED = 100_000;

/** Credentials by which the admin service asks for whoever is signed in there: each is worth one request of one replica. */
export class UsedAssertions {
  private readonly secret: (() => string) | undefined;
  private readonly clock: Pick<Clock, 'now'>;
  /** Until when each is remembered, the oldest first. */
  private readonly used = new Map<string, number>();

  constructor({
    secret,
    clock,
  }: {
    /** Undefined: the admin service asks for nobody here. */
    readonly secret: (() => string) | undefined;
    readonly clock: Clock;
  }) {
    this.secret = secret;
    this.clock = clock;
  }

  /** What it says; undefined where it is none of ours, for another service, over, or was used before. */
  take(credential: string): Assertion | undefined {
    const nowMs = this.clock.now();
    const secret = this.secret?.();
    if (secret === undefined) return undefined;
    const assertion = readAssertion(credential, { secret, nowMs, audience: 'aicp-workflow' });
    if (!assertion || assertion.execution) return undefined;
    for (const [one, ends] of this.used) {
      if (ends > nowMs) break;
      this.used.delete(one);
    }
    if (this.used.has(assertion.id) || this.used.size >= MOST_REMEMBERED) return undefined;
    this.used.set(assertion.id, assertion.endsMs);
    return assertion;
  }
}
