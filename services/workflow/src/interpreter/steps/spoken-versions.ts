import type { Clock } from '@aicp/common/time/clock';
import { A2A_03, A2A_10, type Dialect } from './agent-dialects.ts';

/** So long an agent is taken to speak the version of old alone. */
const KNOWN_MS = 300_000;
/** The one that was noted longest ago goes. */
const MOST_KNOWN = 1_000;

/** Which agents spoke the version of old alone a while ago: it is tried first with them, so that a step asks once. */
export class SpokenVersions {
  private readonly clock: Pick<Clock, 'monotonic'>;
  /** When each was noted, by the monotonic clock, ms. */
  private readonly old = new Map<string, number>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.clock = clock;
  }

  /** The versions to try, in this order. */
  orderFor(agent: string): readonly [Dialect, Dialect] {
    const at = this.old.get(agent);
    const isOld = at !== undefined && this.clock.monotonic() - at < KNOWN_MS;
    return isOld ? [A2A_03, A2A_10] : [A2A_10, A2A_03];
  }

  /** The agent took this one. */
  note(agent: string, dialect: Dialect): void {
    const isKnown = this.old.delete(agent);
    if (dialect !== A2A_03) return;
    const [oldest] = this.old.keys();
    if (!isKnown && oldest !== undefined && this.old.size >= MOST_KNOWN) this.old.delete(oldest);
    this.old.set(agent, this.clock.monotonic());
  }
}
