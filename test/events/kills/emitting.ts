import { setTimeout as sleep } from 'node:timers/promises';
import type { EventsDatabase } from '@aicp/events/database/tables';
import { emitEvents } from '@aicp/events/outbox/emit-events';
import { eventIdOf, type EventDraft } from '@aicp/events/outbox/event-draft';

/** So many objects there are whose events have an order. */
const OBJECTS = 25;
const IN_ONE = 10;
/** Every so-manieth transaction fails. */
const FAILING = 8;
const PAUSE_MS = 40;

const draftOf = (number: number): EventDraft => ({
  type: number % 2 === 0 ? 'sla.violation' : 'key.created',
  uid: `object-${number % OBJECTS}`,
  transition: String(number),
  at: new Date(Date.UTC(2026, 10, 24) + number),
  subject: `SLADefinition/object-${number % OBJECTS}`,
  organization: undefined,
  data: { number },
});

/** Writes so many events in transactions of their own, some of which fail. Answers those that were written, by id, in their order. */
export async function emitMany(
  database: EventsDatabase,
  count: number,
): Promise<ReadonlyMap<string, EventDraft>> {
  const written = new Map<string, EventDraft>();
  let number = 0;
  for (let transaction = 1; written.size < count; transaction += 1) {
    const drafts = Array.from({ length: Math.min(IN_ONE, count - written.size) }, () =>
      draftOf((number += 1)),
    );
    const isFailing = transaction % FAILING === 0;
    try {
      await database.kysely.transaction().execute(async (tx) => {
        await emitEvents(tx, drafts);
        if (isFailing) throw new Abandoned('the business failed');
      });
      for (const draft of drafts) written.set(eventIdOf(draft), draft);
    } catch (error) {
      if (!(error instanceof Abandoned)) throw error;
    }
    await sleep(PAUSE_MS);
  }
  return written;
}

class Abandoned extends Error {}
