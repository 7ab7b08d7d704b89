import type { DeliveredEvent, Delivery } from '../channel.ts';
import { definitionOf, fieldsOf, severityOf, shortened, titleOf } from '../plain-words.ts';

/** What an incoming webhook takes: `text` is what notifications show, `blocks` what the channel does. */
export interface SlackMessage {
  readonly text: string;
  readonly blocks: readonly object[];
}

/** Bounds of Slack's, characters. */
const MOST_HEADER = 150;
const MOST_SECTION = 3000;
const MOST_CONTEXT = 2000;
/** So many events of a digest are listed. */
const MOST_LISTED = 20;

const SIGNS = {
  critical: ':red_circle:',
  error: ':large_orange_circle:',
  warning: ':large_yellow_circle:',
  info: ':large_blue_circle:',
} as const;

export function slackMessage(delivery: Delivery): SlackMessage {
  const { event, digest } = delivery;
  return digest ? digestMessage(digest) : eventMessage(event, delivery);
}

function eventMessage(event: DeliveredEvent, { subscription }: Delivery): SlackMessage {
  const title = titleOf(event);
  const about = definitionOf(event.type)?.description;
  const lines = fieldsOf(event).map(([name, value]) => `*${escaped(name)}*: ${escaped(value)}`);
  const body = [...(about === undefined ? [] : [`_${escaped(about)}_`]), ...lines].join('\n');
  const origin = `${event.id} · ${event.at.toISOString()} · ${subscription.name}`;
  return {
    text: `${SIGNS[severityOf(event)]} ${escaped(title)}`,
    blocks: [
      header(title),
      section(body === '' ? escaped(event.subject) : body),
      { type: 'context', elements: [markdown(shortened(escaped(origin), MOST_CONTEXT))] },
    ],
  };
}

function digestMessage(digest: readonly DeliveredEvent[]): SlackMessage {
  const title = `${digest.length} events`;
  const listed = digest
    .slice(0, MOST_LISTED)
    .map((event) => `${SIGNS[severityOf(event)]} ${escaped(titleOf(event))}`);
  const more = digest.length - listed.length;
  const lines = more > 0 ? [...listed, `… and ${more} more: see GET /api/v1/events/log`] : listed;
  return { text: title, blocks: [header(title), section(lines.join('\n'))] };
}

const header = (text: string) => ({
  type: 'header',
  text: { type: 'plain_text', text: shortened(text, MOST_HEADER), emoji: false },
});

const section = (text: string) => ({
  type: 'section',
  text: markdown(shortened(text, MOST_SECTION)),
});

const markdown = (text: string) => ({ type: 'mrkdwn', text, verbatim: true });

/** As Slack wants texts that are not its markup: nobody is mentioned, and nothing becomes a link. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
