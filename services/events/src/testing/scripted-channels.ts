import type { Channel, Channels, Delivery, Outcome, Postponed } from '../channels/channel.ts';

/** What a receiver says to a delivery, in time. */
export type Answer = (delivery: Delivery) => Outcome | Postponed | Promise<Outcome | Postponed>;

const TAKEN: Outcome = { kind: 'delivered', status: 204 };

/** Channels that lead to a test, which says what becomes of each attempt. */
export class ScriptedChannels {
  /** Every attempt, in the order in which they began. */
  readonly sent: Delivery[] = [];
  answer: Answer = () => TAKEN;

  get all(): Channels {
    const channel: Channel = {
      send: async (delivery, _target, signal) => {
        signal.throwIfAborted();
        this.sent.push(delivery);
        const aborted = new Promise<never>((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reject(signal.reason as Error);
          });
        });
        return await Promise.race([this.answer(delivery), aborted]);
      },
    };
    return { webhook: channel, slack: channel, pagerduty: channel, email: channel };
  }

  /** Whom the attempts were for, and what they told: `name type#attempt`. */
  get said(): string[] {
    return this.sent.map(
      ({ subscription, event, attempt }) => `${subscription.name} ${event.type}#${attempt}`,
    );
  }
}
