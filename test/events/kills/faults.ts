import { isDeepStrictEqual } from 'node:util';
import type { OutboxRow } from './outbox-rows.ts';
import type { Receiver } from './receiver.ts';

/** What is wrong with what a receiver was told, given the events that it subscribes to, in their order; one sentence each. */
export function faultsOf(receiver: Receiver, outbox: readonly OutboxRow[]): string[] {
  return [
    ...receiver.faults,
    ...lostOrInvented(receiver, outbox),
    ...unlike(receiver, outbox),
    ...renamed(receiver),
    ...disordered(receiver, outbox),
  ];
}

function lostOrInvented({ taken }: Receiver, outbox: readonly OutboxRow[]): string[] {
  const written = new Set(outbox.map(({ id }) => id));
  return [
    ...[...written].filter((id) => !taken.has(id)).map((id) => `${id} was lost`),
    ...[...taken.keys()].filter((id) => !written.has(id)).map((id) => `${id} was invented`),
  ];
}

/** A digest leaves data out where there is no room. */
function unlike({ requests }: Receiver, outbox: readonly OutboxRow[]): string[] {
  const rows = new Map(outbox.map((row) => [row.id, row]));
  return requests.flatMap(({ events, isDigest }) =>
    events
      .filter(({ id, type, subject, data }) => {
        const row = rows.get(id);
        const isData = isDeepStrictEqual(data, row?.data) || (isDigest && data === undefined);
        return row?.type !== type || row.subject !== subject || !isData;
      })
      .map(({ id }) => `${id} is not what was written`),
  );
}

/** Each `webhook-id` stands for one body, and each event is told under one of them. */
function renamed({ requests }: Receiver): string[] {
  const bodies = new Map<string, string>();
  const ids = new Map<string, string>();
  const faults: string[] = [];
  for (const { webhookId, body, events } of requests) {
    const before = bodies.get(webhookId) ?? body;
    bodies.set(webhookId, before);
    if (body !== before) faults.push(`${webhookId} had another body at a retry: ${before} ${body}`);
    for (const { id } of events) {
      const other = ids.get(id) ?? webhookId;
      ids.set(id, other);
      if (other !== webhookId) faults.push(`${id} was told as ${other} and as ${webhookId}`);
    }
  }
  return faults;
}

/** Of requests for access, the decision comes after the request, in those that were taken. */
function disordered({ taken }: Receiver, outbox: readonly OutboxRow[]): string[] {
  const order = new Map(outbox.map(({ id }, index) => [id, index]));
  const last = new Map<string, number>();
  const faults: string[] = [];
  for (const { id, type, subject } of taken.values()) {
    if (!type.startsWith('access.')) continue;
    const place = order.get(id) ?? -1;
    if (place < (last.get(subject) ?? -1)) faults.push(`${id} came too late`);
    last.set(subject, place);
  }
  return faults;
}
