import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messageOf, Refused, type ApiClient, type ApiObject } from './control-plane/api-client.ts';
import { startControlPlane, type ControlPlane } from './control-plane/control-plane.ts';
import { until } from './control-plane/until.ts';
import { installCrds } from './shared/shared-cluster.ts';

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

const COUNT = 1_000;
const AT_ONCE = 32;
const PATH = '/apis/aicp.dev/v1alpha1/namespaces/default/models';

interface List {
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string };
  readonly items: readonly ApiObject[];
}

let plane: ControlPlane;

beforeAll(async () => {
  plane = await startControlPlane({ install: installCrds });
});

afterAll(async () => {
  await plane.stop();
});

const nameOf = (index: number): string => `model-${String(index).padStart(4, '0')}`;

const model = (index: number) => ({
  apiVersion: 'aicp.dev/v1alpha1',
  kind: 'Model',
  metadata: { name: nameOf(index) },
  spec: { modelId: `vendor/model-${index}`, provider: 'vendor', inputPricePerMillion: '0.15' },
});

/** Does `work` for each index, a few at once. */
async function forEachIndex(work: (index: number) => Promise<unknown>): Promise<void> {
  const indexes = Array.from({ length: COUNT }, (_, index) => index);
  await Readable.from(indexes).forEach(
    async (index: number) => {
      await work(index);
    },
    { concurrency: AT_ONCE },
  );
}

const list = async (query: Record<string, string> = {}): Promise<List> =>
  await plane.client.ok<List>('GET', PATH, { query });

const names = ({ items }: List): string[] => items.map(({ metadata }) => metadata.name);
const nameOfEvent = ({ object }: WatchEvent): string => object.metadata.name;
const allNames = Array.from({ length: COUNT }, (_, index) => nameOf(index));

/** Everything of the objects, by name. */
const contents = ({ items }: List) => new Map(items.map((item) => [item.metadata.name, item]));

/** In one story, because each step goes on from what the one before stored. */
describe('a thousand models on a real API server', () => {
  it('are stored, listed, paged and watched, and outlive the death of the API server and of etcd', async () => {
    const start = await list();
    await using watch = new Watch(plane.client, PATH, start.metadata.resourceVersion);
    await forEachIndex(
      async (index) => await plane.client.ok('POST', PATH, { body: model(index) }),
    );
    await watch.untilSeen(COUNT);
    expect(watch.events.map(nameOfEvent).toSorted()).toEqual(allNames);

    const stored = await list();
    expect(names(stored)).toEqual(allNames);
    expect(await pages(300)).toEqual([300, 300, 300, 100]);

    await plane.restartApiServer();
    expect(contents(await list())).toEqual(contents(stored));

    await plane.killApiServer();
    await plane.restartEtcd();
    await plane.startApiServer();
    const restarted = await list();
    expect(contents(restarted)).toEqual(contents(stored));

    await using later = new Watch(plane.client, PATH, restarted.metadata.resourceVersion);
    await plane.client.ok('DELETE', `${PATH}/${nameOf(7)}`);
    await later.untilSeen(1);
    expect(later.events.map(({ type }) => type)).toEqual(['DELETED']);
    expect(later.events.map(nameOfEvent)).toEqual([nameOf(7)]);
  });

  it('can be changed again as soon as the API server is back', async () => {
    await plane.restartApiServer();
    const path = `${PATH}/${nameOf(8)}`;
    const patched = await plane.client.ok('PATCH', path, {
      body: { spec: { weight: 3 } },
      contentType: 'application/merge-patch+json',
    });
    expect(patched).toMatchObject({ metadata: { generation: 2 }, spec: { weight: 3 } });
  });
});

/** The sizes of the pages of a list. */
async function pages(limit: number): Promise<number[]> {
  const sizes: number[] = [];
  let next: string | undefined = '';
  while (next !== undefined) {
    const page = await list({ limit: String(limit), ...(next ? { continue: next } : {}) });
    sizes.push(page.items.length);
    next = page.metadata.continue === '' ? undefined : page.metadata.continue;
  }
  return sizes;
}
