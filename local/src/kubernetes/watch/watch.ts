import type { ServerResponse } from 'node:http';
import type { JsonObject } from '../objects/object.ts';
import type { Selection } from '../read/list-options.ts';
import { apiVersionOf, type ResourceType } from '../resources/resource-type.ts';
import { StoredObject, type Change } from '../store/stored-object.ts';
import { bodyOf, viewOf } from '../write/target.ts';

export type EventType = 'ADDED' | 'MODIFIED' | 'DELETED';

const INITIAL_EVENTS_END = 'k8s.io/initial-events-end';
/** A client that reads this much slower than things change is cut off, and lists again. */
const MAX_BACKLOG_BYTES = 32 * 1024 * 1024;

export interface WatchOptions {
  readonly type: ResourceType;
  /** '' is every namespace. */
  readonly namespace: string;
  readonly selection: Selection;
  /** '' is every name. */
  readonly name: string;
  readonly bookmarks: boolean;
  /** Writes an object as the client wants it; undefined where it wants the object itself. */
  readonly render: ((stored: StoredObject) => JsonObject) | undefined;
}

/** One client that is told what changes, as a stream of JSON lines. */
export class Watch {
  readonly #options: WatchOptions;
  readonly #response: ServerResponse;

  constructor(options: WatchOptions, response: ServerResponse) {
    this.#options = options;
    this.#response = response;
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-cache, private',
    });
    response.flushHeaders();
  }

  /** Calls back once the stream is over, whoever ended it. */
  onEnd(callback: () => void): void {
    this.#response.once('close', callback);
  }

  end(): void {
    if (!this.#response.writableEnded) this.#response.end();
  }

  /** Tells a change, if it concerns what is watched: what comes into the selection is ADDED, what leaves it DELETED. */
  tell({ type, current, previous }: Change): void {
    const isIn = type !== 'DELETED' && this.#selects(current);
    const wasIn = previous !== undefined && this.#selects(previous);
    if (isIn) this.#write(wasIn ? 'MODIFIED' : 'ADDED', current);
    else if (wasIn) this.#write('DELETED', atRevision(previous, current));
  }

  /** Tells an object that is there already. */
  tellExisting(stored: StoredObject): void {
    if (this.#selects(stored)) this.#write('ADDED', stored);
  }

  /** Tells where the store stands, if the client asked for that. */
  bookmark(revision: number, initialEventsEnd = false): void {
    if (!this.#options.bookmarks) return;
    const { type } = this.#options;
    const metadata = {
      resourceVersion: String(revision),
      creationTimestamp: null,
      ...(initialEventsEnd ? { annotations: { [INITIAL_EVENTS_END]: 'true' } } : {}),
    };
    const object = { kind: type.kind, apiVersion: apiVersionOf(type), metadata };
    this.#line('BOOKMARK', JSON.stringify(object));
  }

  /** Tells an error, and ends. */
  fail(status: JsonObject): void {
    this.#line('ERROR', JSON.stringify(status));
    this.end();
  }

  #selects(stored: StoredObject): boolean {
    const { type, namespace, name, selection } = this.#options;
    if (stored.storage !== type.storage) return false;
    if (namespace !== '' && stored.namespace !== namespace) return false;
    if (name !== '' && stored.name !== name) return false;
    return !selection.selective || selection.matches(viewOf(type, stored));
  }

  #write(event: EventType, stored: StoredObject): void {
    const { type, render } = this.#options;
    if (render) this.#line(event, JSON.stringify(render(stored)));
    else this.#line(event, bodyOf(type, stored));
  }

  #line(event: EventType | 'BOOKMARK' | 'ERROR', object: string): void {
    if (this.#response.writableEnded) return;
    this.#response.write(`{"type":"${event}","object":${object}}\n`);
    if (this.#response.writableLength > MAX_BACKLOG_BYTES) this.#response.destroy();
  }
}

/** The last form that the watcher knew, at the revision of the change that took it away. */
function atRevision(previous: StoredObject, { revision }: StoredObject): StoredObject {
  const { metadata } = previous.object;
  const object = {
    ...previous.object,
    metadata: { ...metadata, resourceVersion: String(revision) },
  };
  return new StoredObject(previous.storage, object, revision);
}
