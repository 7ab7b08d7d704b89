import { describeError } from '@aicp/common/kubernetes/errors';
import type { Logger } from '@aicp/common/log/logger';
import type { PollClient } from '@aicp/common/snapshot/poll-client';
import type { Clock } from '@aicp/common/time/clock';
import type { ReplicaStates } from '@aicp/contracts/poll/replica-states';

/** So long an answer of the operator is good for everybody who asks, ms. */
const GOOD_MS = 1_000;
/** After a failure nobody is asked for so long, ms: an operator of an earlier version answers none of it. */
const REST_MS = 5_000;

export interface FleetOptions {
  readonly operator: Pick<PollClient, 'replicas'>;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Logger;
}

/** What the replicas of all services run, as the operator knows. */
export class Fleet {
  private readonly options: FleetOptions;
  private known:
    { readonly states: Promise<ReplicaStates | undefined>; readonly at: number } | undefined;
  private failedAt: number | undefined;

  constructor(options: FleetOptions) {
    this.options = options;
  }

  /** All of it, at most a second old; undefined where the operator cannot be asked. */
  async all(): Promise<ReplicaStates | undefined> {
    const now = this.options.clock.monotonic();
    if (!this.known || now - this.known.at > GOOD_MS) {
      this.known = { states: this.asked(undefined), at: now };
    }
    return await this.known.states;
  }

  /** The same, with what each replica runs of one object. */
  async ofObject(uid: string): Promise<ReplicaStates | undefined> {
    return await this.asked(uid);
  }

  private async asked(uid: string | undefined): Promise<ReplicaStates | undefined> {
    const { operator, clock, log } = this.options;
    if (this.failedAt !== undefined && clock.monotonic() - this.failedAt < REST_MS)
      return undefined;
    try {
      const states = await operator.replicas(uid);
      this.failedAt = undefined;
      return states;
    } catch (error) {
      this.failedAt = clock.monotonic();
      log.info({ reason: describeError(error) }, 'replicas_not_known');
      return undefined;
    }
  }
}
