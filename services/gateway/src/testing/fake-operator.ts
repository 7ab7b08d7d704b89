import { type PollRequest, pollRequest } from '@aicp/contracts/poll/poll';
import type { PollAnswer } from '@aicp/common/snapshot/poll-client';
import type { StoredSnapshot } from '@aicp/contracts/snapshot/manifest';
import { snapshotOf, type Fragments } from './fragments.ts';
import { listen } from '@aicp/common/http/listen';

/** Stands in for the operator: holds polls open, and answers them when there is something newer. */
export class FakeOperator {
  /** Every poll so far. */
  readonly polls: PollRequest[] = [];
  /** What it says of the number of gateways with every answer. */
  expectedReplicas = 1;

  private snapshot: StoredSnapshot | undefined;
  private revision = 0;
  private wake = Promise.withResolvers<undefined>();
  private readonly applied = new Map<number, PromiseWithResolvers<undefined>>();

  /** Commits a snapshot; resolves when the service has applied it. */
  async push(fragments: Fragments): Promise<void> {
    this.revision += 1;
    this.snapshot = snapshotOf(fragments, this.revision);
    const applied = Promise.withResolvers<undefined>();
    this.applied.set(this.revision, applied);
    this.wake.resolve(undefined);
    this.wake = Promise.withResolvers();
    await applied.promise;
  }

  /** Commits the first snapshot, for a service that is yet to start. */
  prepare(fragments: Fragments): this {
    this.revision += 1;
    this.snapshot = snapshotOf(fragments, this.revision);
    return this;
  }

  poll = async (request: PollRequest, signal: AbortSignal): Promise<PollAnswer> => {
    this.polls.push(request);
    const revision = request.applied?.revision ?? 0;
    this.applied.get(revision)?.resolve(undefined);
    // Ends this poll alone: others, and later ones, go on waiting.
    const gone = Promise.withResolvers<undefined>();
    const onAbort = () => gone.resolve(undefined);
    signal.addEventListener('abort', onAbort, { once: true });
    while (request.wait_seconds > 0 && revision >= this.revision) {
      await Promise.race([this.wake.promise, gone.promise]);
      signal.throwIfAborted();
    }
    signal.removeEventListener('abort', onAbort);
    if (!this.snapshot || revision >= this.revision) {
      return { newer: undefined, expectedReplicas: this.expectedReplicas };
    }
    const { manifest, degraded, contents } = this.snapshot;
    const newer = { manifest, degraded, changed: contents };
    return { newer, expectedReplicas: this.expectedReplicas };
  };

  close = (): Promise<void> => Promise.resolve();
}

export interface SnapshotServer {
  readonly url: string;
  close(): Promise<void>;
}

/** An operator with one snapshot: hands it to whoever does not have it yet, and holds every other poll. */
export async function startSnapshotServer(snapshot: StoredSnapshot): Promise<SnapshotServer> {
  const { manifest, degraded, contents } = snapshot;
  const listening = await listen(
    (request, response) => {
      let text = '';
      request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      request.on('end', () => {
        const { applied } = pollRequest.parse(JSON.parse(text));
        if (!applied) response.end(JSON.stringify({ manifest, degraded, changed: contents }));
      });
    },
    { host: '127.0.0.1', port: 0 },
  );
  return { url: `http://127.0.0.1:${listening.port}`, close: () => listening.close(0) };
}
