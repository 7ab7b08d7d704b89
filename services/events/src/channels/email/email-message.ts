import type { DeliveredEvent, Delivery } from '../channel.ts';
import { definitionOf, fieldsOf, oneLine, shortened, titleOf } from '../plain-words.ts';

/** What an e-mail says. */
export interface EmailMessage {
  readonly subject: string;
  readonly text: string;
}

/** Characters. */
const MOST_SUBJECT = 200;

export function emailMessage({ event, digest, subscription }: Delivery): EmailMessage {
  const title = digest ? `${digest.length} events` : titleOf(event);
  const body = digest ? digest.map(digestLine).join('\n') : bodyOf(event);
  const end = [
    '-- ',
    `EventSubscription ${subscription.name} of the AI Control Plane.`,
    'To get no more of these, change the subscription, or ask whoever runs it.',
  ];
  return {
    subject: shortened(`[AICP] ${oneLine(title)}`, MOST_SUBJECT),
    text: `${[body, ...end].join('\n')}\n`,
  };
}

function bodyOf(event: DeliveredEvent): string {
  const about = definitionOf(event.type)?.description;
  const head: readonly (readonly [string, string])[] = [
    ['Event', event.type],
    ['Subject', oneLine(event.subject)],
    ['Time', event.at.toISOString()],
    ...(event.organization === undefined ? [] : [['Organization', event.organization] as const]),
    ['Id', event.id],
    ...(event.isTest ? [['Test', 'yes: somebody tries this subscription'] as const] : []),
  ];
  return [
    ...(about === undefined ? [] : [about, '']),
    ...[...head, ...fieldsOf(event)].map(([name, value]) => `${name}: ${value}`),
    '',
  ].join('\n');
}

const digestLine = (event: DeliveredEvent): string =>
  `${event.at.toISOString()} ${titleOf(event)} (${event.id})`;
