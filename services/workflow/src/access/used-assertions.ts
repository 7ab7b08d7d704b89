import type { Clock } from '@aicp/common/time/clock';
import { readAssertion, type Assertion, type Audience } from '@aicp/contracts/delegation/assertion';

/** So many are remembered: more within their time are refused rather than let one be used twice. */
const MOST_REMEMBERED = 100_000;

/** Credentials by which another service asks for whoever asks it: each is worth one request of one replica. */
export class UsedAssertions {
  private readonly secret: (() => string) | undefined;
  private readonly isOfSteps: boolean;
  private readonly audience: Audience;
  private readonly clock: Pick<Clock, 'now'>;
  /** Until when each is remembered, the oldest first. */
  private readonly used = new Map<string, number>();

  constructor({
    secret,
    clock,
    isOfSteps = false,
    audience = 'aicp-workflow',
  }: {
    /** Undefined: the other service asks for nobody here. */
    readonly secret: (() => string) | undefined;
    readonly clock: Clock;
    /** Whether it may ask for steps of executions, which call agents; absent: it may not. */
    readonly isOfSteps?: boolean;
    /** What they are made for; absent: to ask for somebody. */
    readonly audience?: Audience;
  }) {
    this.secret = secret;
    this.isOfSteps = isOfSteps;
    this.audience = audience;
    this.clock = clock;
  }

  /** What it says; undefined where it is none of ours, for another service, over, or was used before. */
  take(credential: string): Assertion | undefined {
    const nowMs = this.clock.now();
    const secret = this.secret?.();
    if (secret === undefined) return undefined;
    const assertion = readAssertion(credential, { secret, nowMs, audience: this.audience });
    if (!assertion || !this.takes(assertion)) return undefined;
    for (const [one, ends] of this.used) {
      if (ends > nowMs) break;
      this.used.delete(one);
    }
    if (this.used.has(assertion.id) || this.used.size >= MOST_REMEMBERED) return undefined;
    this.used.set(assertion.id, assertion.endsMs);
    return assertion;
  }

  private takes({ execution }: Assertion): boolean {
    return execution === undefined || (this.isOfSteps && execution.use === 'agent');
  }
}
