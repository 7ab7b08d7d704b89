import type { Principal } from '@aicp/api-kit/access/principal';
import { pause, type Clock } from '@aicp/common/time/clock';
import { readableFor, type Readable } from '../resources/rights.ts';
import type { ChangeRing } from './change-ring.ts';
import type { PlaceIds } from './place-ids.ts';
import { toldOf } from './told-change.ts';

export interface ChangeStreamOptions {
  readonly ring: ChangeRing;
  readonly ids: PlaceIds;
  readonly reader: Principal;
  /** Whether who asked for it may still be told. */
  readonly holds: () => Promise<boolean>;
  /** The id of the last event that the client has. */
  readonly lastEventId: string | undefined;
  readonly clock: Clock;
  /** Aborts when the client has gone, or the service stops. */
  readonly signal: AbortSignal;
}

/** Whether a token still holds is asked this often; each third time, the client is told that somebody is there. */
const CHECK_MS = 5_000;
const CHECKS_A_BEAT = 3;
/** Afterwards the client comes again, and is asked anew who it is. */
const LONGEST_MS = 300_000;
/** What changes meanwhile is told together. */
const PACE_MS = 100;
const RETRY_MS = 2_000;

/** Changes as `text/event-stream`, of what a reader may read. Nothing is kept for a client: one that falls behind what the ring holds is told to read anew. */
export async function* changeStream(options: ChangeStreamOptions): AsyncGenerator<string> {
  const { ids, clock, signal, holds } = options;
  const began = clock.monotonic();
  const place = beginOf(options);
  const reading = { ...options, isReadable: readableFor(options.reader), place: place.at };
  yield `retry: ${RETRY_MS}\n\n${event('hello', { id: ids.idOf(place.at), data: '{}' })}`;
  if (!place.isKnown) yield event('reset', { id: ids.idOf(place.at), data: '{}' });
  for (let check = 1; clock.monotonic() - began < LONGEST_MS; check += 1) {
    yield* told(reading, clock.monotonic() + CHECK_MS);
    if (signal.aborted || !(await holds())) return;
    // Its id tells the client how far it has come, where nothing of that was for it.
    if (check % CHECKS_A_BEAT === 0) yield `: alive\nid: ${ids.idOf(reading.place)}\n\n`;
  }
}

interface Reading extends ChangeStreamOptions {
  readonly isReadable: Readable;
  /** Behind what the client was told. */
  place: number;
}

/** Where a client goes on, and whether that is where it was. */
function beginOf({ ring, ids, lastEventId }: ChangeStreamOptions): {
  at: number;
  isKnown: boolean;
} {
  if (lastEventId === undefined) return { at: ring.end, isKnown: true };
  const place = ids.placeOf(lastEventId);
  const isKnown = place !== undefined && ring.after(place) !== undefined;
  return { at: isKnown ? place : ring.end, isKnown };
}

/** What changes until then. */
async function* told(reading: Reading, untilMs: number): AsyncGenerator<string> {
  const { ring, clock, signal } = reading;
  while (clock.monotonic() < untilMs && !signal.aborted) {
    const { text, place } = nextOf(reading);
    reading.place = place;
    if (text !== '') {
      yield text;
      await pause(clock, PACE_MS, signal);
    }
    if (place === ring.end) await changed(reading, Math.max(1, untilMs - clock.monotonic()));
  }
}

/** What follows the place of a client, as far as it may be told, and the place behind it. */
function nextOf({ ring, ids, reader, isReadable, place }: Reading): {
  readonly text: string;
  readonly place: number;
} {
  const next = ring.after(place);
  if (!next) {
    const { end } = ring;
    return { text: event('reset', { id: ids.idOf(end), data: '{}' }), place: end };
  }
  const texts = next.changes.flatMap((change, index) =>
    toldOf(change, { reader, isReadable }).map((one, part, all) => {
      const data = JSON.stringify(one);
      // Who has the first of two has not got the second.
      return part + 1 < all.length
        ? event('change', { data })
        : event('change', { data, id: ids.idOf(place + index + 1) });
    }),
  );
  return { text: texts.join(''), place: next.place };
}

const event = (name: string, { id, data }: { id?: string; data: string }): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${data}\n\n`;

/** Waits for a change, so long at most. */
async function changed(
  { ring, clock, signal }: Pick<ChangeStreamOptions, 'ring' | 'clock' | 'signal'>,
  ms: number,
): Promise<void> {
  if (signal.aborted) return;
  const waking = new AbortController();
  const wake = (): void => waking.abort();
  const forget = ring.onChange(wake);
  signal.addEventListener('abort', wake);
  try {
    await pause(clock, ms, waking.signal);
  } finally {
    forget();
    signal.removeEventListener('abort', wake);
  }
}
