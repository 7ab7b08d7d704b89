import type { GuardedAnswer } from '@aicp/common/http/guarded-request';
import type { Channel, Delivery, Outcome, TargetOf } from '../channel.ts';
import { failedForGood, GuardedPost, type GuardedPostOptions } from '../guarded-post.ts';
import { eventsOfDigest, pagerDutyEvent } from './pagerduty-event.ts';

export interface PagerDutyOptions extends GuardedPostOptions {
  /** Where the Events API v2 is; that of PagerDuty's own where none is given. */
  readonly url?: string | undefined;
}

const EVENTS_API = 'https://events.pagerduty.com/v2/enqueue';

/** Opens and resolves incidents by the Events API v2. */
export class PagerDutyChannel implements Channel<'pagerduty'> {
  private readonly post: GuardedPost;
  private readonly url: URL;

  constructor(options: PagerDutyOptions) {
    this.post = new GuardedPost(options);
    this.url = new URL(options.url ?? EVENTS_API);
  }

  async send(
    delivery: Delivery,
    { routingKey }: TargetOf<'pagerduty'>,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { event, digest } = delivery;
    if (routingKey === '') return failedForGood('The routing key is empty: store another one.');
    const events = digest ? eventsOfDigest(digest, event) : [event];
    let outcome: Outcome = { kind: 'delivered' };
    // What was taken is taken again under its key, so that a retry may begin from the first.
    for (const one of events) {
      const body = pagerDutyEvent(one, routingKey);
      outcome = await this.post.send({ url: this.url, body, delivery, signal, refusal });
      if (outcome.kind === 'failed') return outcome;
    }
    return outcome;
  }
}

/** What it says is wrong with an event stays wrong. */
const refusal = ({ status }: GuardedAnswer) =>
  status === 400
    ? {
        reason:
          'PagerDuty answered 400: it does not know the routing key, or cannot read the event. Store the integration key of an Events API v2 integration.',
        isFinal: true,
      }
    : undefined;
