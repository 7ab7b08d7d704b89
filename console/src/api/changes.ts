import { createParser } from 'eventsource-parser';
import type { Api } from './api.ts';
import { isPassing } from './problem.ts';

/** An object that changed, as `GET /api/v1/changes` tells it. */
export interface Change {
  readonly type: 'created' | 'updated' | 'deleted';
  readonly resource_type: string;
  /** Path of its collection: `/api/v1/teams`. */
  readonly collection: string;
  readonly id: string;
}

export interface ChangesListener {
  readonly onChange: (change: Change) => void;
  /** What changed meanwhile is not known: what is shown has to be read anew. */
  readonly onReset: () => void;
  /** Whether the stream stands. */
  readonly onState: (isLive: boolean) => void;
}

export interface ChangesParts {
  readonly api: Pick<Api, 'request'>;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly random: () => number;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;

/** Follows the stream of changes until the signal aborts; begins again where it ended, waiting longer each time. */
export async function followChanges(
  { api, pause, random }: ChangesParts,
  listener: ChangesListener,
  signal: AbortSignal,
): Promise<void> {
  const place: Place = { lastId: undefined };
  let waitMs = FIRST_WAIT_MS;
  while (!signal.aborted) {
    try {
      const { lastId } = place;
      const response = await api.request('/api/v1/changes', {
        headers: {
          Accept: 'text/event-stream',
          ...(lastId !== undefined && { 'Last-Event-ID': lastId }),
        },
        signal,
      });
      waitMs = FIRST_WAIT_MS;
      listener.onState(true);
      await read(response, listener, place);
    } catch (error) {
      if (isOver(signal)) return;
      // Signed out, or not allowed: the session says what follows. Everything else passes.
      if (!isPassing(error) && !isBroken(error)) waitMs = LONGEST_WAIT_MS;
    }
    listener.onState(false);
    await pause(waitMs * (0.5 + random()), signal);
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
  }
}

/** A connection that broke in the middle of the stream. */
const isBroken = (error: unknown): boolean => error instanceof TypeError;

/** It may have been aborted while something was awaited. */
const isOver = (signal: AbortSignal): boolean => signal.aborted;

/** The last event that was read; undefined before the first. */
interface Place {
  lastId: string | undefined;
}

async function read(response: Response, listener: ChangesListener, place: Place): Promise<void> {
  const parser = createParser({
    onEvent: ({ id, event, data }) => {
      // What is read from now on is followed by the changes that come after it.
      const isFirst = event === 'hello' && place.lastId === undefined;
      if (id !== undefined) place.lastId = id;
      if (isFirst || event === 'reset') listener.onReset();
      if (event === 'change') listener.onChange(JSON.parse(data) as Change);
    },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) return;
    parser.feed(part.value);
  }
}
