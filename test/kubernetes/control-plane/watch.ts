import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf, Refused, type ApiClient, type ApiObject } from './api-client.ts';
import { until } from './until.ts';

export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  readonly object: ApiObject;
}

/**
 * Follows a collection from a resourceVersion on, as clients do: where the server ends the watch (it does so to whom it finds slow) or
 * goes away, it takes up again at the last version that it saw. It ends for good where the server no longer has what came after that
 * one (410), as a restarted server often has not: a client would list anew. Dispose of it to end it.
 */
export class Watch implements AsyncDisposable {
  /** All changes since it began, in their order; bookmarks are left out. */
  readonly events: WatchEvent[] = [];
  private readonly client: ApiClient;
  private readonly path: string;
  private resourceVersion: string;
  private refusal: string | undefined;
  private readonly abort = new AbortController();
  private readonly following: Promise<void>;

  constructor(client: ApiClient, path: string, resourceVersion: string) {
    this.client = client;
    this.path = path;
    this.resourceVersion = resourceVersion;
    this.following = this.follow();
  }

  /** Resolves once `count` changes were seen. Rejects where that cannot come, in the server's words. */
  async untilSeen(count: number): Promise<void> {
    const what = `${count} changes are seen`;
    await until(() => this.events.length >= count || this.refusal !== undefined, { what });
    if (this.events.length < count) throw new Error(this.refusal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.abort.abort();
    await this.following;
  }

  private async follow(): Promise<void> {
    while (!this.abort.signal.aborted && !this.refusal) {
      try {
        for await (const line of await this.open()) this.take(JSON.parse(line) as WatchEvent);
      } catch (error) {
        if (error instanceof Refused) this.refusal = error.message;
        // Else the server is down, or died within a line, or we end it: the condition above knows which.
        else await delay(50);
      }
    }
  }

  private async open(): Promise<AsyncIterable<string>> {
    const { resourceVersion } = this;
    const query = { watch: 'true', resourceVersion, allowWatchBookmarks: 'true' };
    const input = await this.client.stream(this.path, { query, signal: this.abort.signal });
    return createInterface({ input });
  }

  private take(event: WatchEvent): void {
    if (event.type === 'ERROR') {
      this.refusal = messageOf(event.object);
      return;
    }
    this.resourceVersion = event.object.metadata.resourceVersion ?? this.resourceVersion;
    if (event.type !== 'BOOKMARK') this.events.push(event);
  }
}
