import type { GuardedAnswer } from '@aicp/common/http/guarded-request';
import type { Channel, Delivery, Outcome, Postponed, TargetOf } from '../channel.ts';
import { failedForGood, GuardedPost, httpUrlOf, type GuardedPostOptions } from '../guarded-post.ts';
import { Pace } from './pace.ts';
import { slackMessage } from './slack-message.ts';

/** Slack takes about one message a second from an incoming webhook, ms. */
const EVERY_MS = 1000;
/** An attempt waits so long for its turn, ms. */
const MOST_MS = 5000;

/** Tells by incoming webhooks of Slack, and of what understands the same. */
export class SlackChannel implements Channel<'slack'> {
  private readonly post: GuardedPost;
  private readonly pace: Pace;

  constructor(options: GuardedPostOptions) {
    this.post = new GuardedPost(options);
    this.pace = new Pace({ clock: options.clock, everyMs: EVERY_MS, mostMs: MOST_MS });
  }

  async send(
    delivery: Delivery,
    { webhookUrl }: TargetOf<'slack'>,
    signal: AbortSignal,
  ): Promise<Outcome | Postponed> {
    const url = httpUrlOf(webhookUrl);
    if (!url) {
      return failedForGood('What stands in the Secret is no address: put the webhook’s there.');
    }
    const afterMs = await this.pace.turn(url.href, signal);
    if (afterMs !== undefined) return { kind: 'postponed', afterMs };
    const body = slackMessage(delivery);
    return await this.post.send({ url, body, delivery, signal, refusal });
  }
}

const WORD = /^[a-z][a-z_]{1,60}$/;

/** Slack says why in a word; what was refused once is refused again. */
function refusal({ status, body }: GuardedAnswer) {
  if (![400, 403, 404, 410].includes(status)) return undefined;
  const text = body.toString().trim();
  const why = WORD.test(text) ? ` (${text})` : '';
  const isGone = text === 'no_service' || status === 410;
  return {
    reason: `Slack answered ${status}${why}: look at the incoming webhook, and store its address anew.`,
    isFinal: true,
    ...(isGone ? { isGone: true } : {}),
  };
}
