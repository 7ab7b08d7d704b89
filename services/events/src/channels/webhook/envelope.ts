import type { DeliveredEvent, Delivery } from '../channel.ts';

/** Standard Webhooks wants less than 20 kB, bytes. */
export const MOST_BYTES = 19_500;

type Data = Readonly<Record<string, unknown>>;

/**
 * The body of a webhook: a CloudEvents 1.0 event in structured form whose extension attribute `timestamp` makes it a payload of Standard Webhooks too. `source`: the URI reference
 * of this installation. Data that is too large is cut, and says so.
 */
export function envelopeOf({ event, digest }: Delivery, source: string): string {
  const whole = digest ? digestData(digest) : event.data;
  const attributes = {
    specversion: '1.0',
    id: event.id,
    source,
    type: event.type,
    time: event.at.toISOString(),
    subject: event.subject,
    datacontenttype: 'application/json',
    timestamp: event.at.toISOString(),
    ...(event.organization === undefined ? {} : { organization: event.organization }),
    ...(event.isTest ? { test: true } : {}),
  };
  const text = JSON.stringify({ ...attributes, data: whole });
  if (Buffer.byteLength(text) <= MOST_BYTES) return text;
  const left = MOST_BYTES - Buffer.byteLength(JSON.stringify({ ...attributes, data: {} }));
  const data = digest ? cutDigest(digest, left) : cutData(event.data, left);
  return JSON.stringify({ ...attributes, data });
}

/** Room for what says that something was left out, and what. */
const NOTE_BYTES = 600;
const MOST_NAMES = 20;
const MOST_NAME_CHARACTERS = 20;

/** The fields that fit, in their order, and the names of those that do not. */
function cutData(data: Data, bytes: number): Data {
  const kept: Record<string, unknown> = {};
  const leftOut: string[] = [];
  let left = bytes - NOTE_BYTES;
  for (const [name, value] of Object.entries(data)) {
    const size = Buffer.byteLength(JSON.stringify({ [name]: value }));
    if (size > left) {
      leftOut.push(name.slice(0, MOST_NAME_CHARACTERS));
      continue;
    }
    left -= size;
    kept[name] = value;
  }
  return { ...kept, truncated: true, left_out: leftOut.slice(0, MOST_NAMES) };
}

const itemOf = (event: DeliveredEvent): Data => ({
  id: event.id,
  type: event.type,
  time: event.at.toISOString(),
  subject: event.subject,
  ...(event.organization === undefined ? {} : { organization: event.organization }),
});

const digestData = (digest: readonly DeliveredEvent[]): Data => ({
  count: digest.length,
  events: digest.map((event) => ({ ...itemOf(event), data: event.data })),
});

/** All events of a digest, the data of those alone where there is room. */
function cutDigest(digest: readonly DeliveredEvent[], bytes: number): Data {
  const items = digest.map(itemOf);
  let left = bytes - NOTE_BYTES - Buffer.byteLength(JSON.stringify(items));
  const events = digest.map(({ data }, index) => {
    const size = Buffer.byteLength(JSON.stringify({ data }));
    if (size > left) return { ...items[index], truncated: true };
    left -= size;
    return { ...items[index], data };
  });
  return { count: digest.length, truncated: true, events };
}
