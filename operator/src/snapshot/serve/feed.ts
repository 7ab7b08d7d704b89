import type { PollRequest, PollResponse } from '@aicp/contracts/poll/poll';
import {
  compareManifests,
  type Manifest,
  type StoredSnapshot,
} from '@aicp/contracts/snapshot/manifest';
import type { SnapshotIndex } from '../commit/index-object.ts';
import type { SectionStore } from '../commit/section-store.ts';

type PollState = Pick<PollRequest, 'have' | 'rejected'>;

interface Waiter {
  readonly service: string;
  readonly state: PollState;
  readonly answer: (snapshot: StoredSnapshot | undefined) => void;
}

/** What services are to run now, and who waits for something newer. */
export class SnapshotFeed {
  private snapshots = new Map<string, StoredSnapshot>();
  private readonly waiters = new Set<Waiter>();
  private closed = false;

  /** Whether there is anything to hand out. */
  get hasSnapshot(): boolean {
    return this.snapshots.size > 0;
  }

  get waiting(): number {
    return this.waiters.size;
  }

  current(service: string): StoredSnapshot | undefined {
    return this.snapshots.get(service);
  }

  /** Takes what the index says, if the bytes of all its sections are known; answers those who waited for it. Gives whether it was taken. */
  publish(index: SnapshotIndex, store: Pick<SectionStore, 'bytes'>): boolean {
    const snapshots = snapshotsOf(index, store);
    if (!snapshots) return false;
    this.snapshots = snapshots;
    for (const waiter of [...this.waiters]) {
      const snapshot = this.newer(waiter.service, waiter.state);
      if (snapshot) this.finish(waiter, snapshot);
    }
    return true;
  }

  /** The snapshot of a service if it is newer than what the caller has, waiting for one up to the signal's end. */
  async next(
    service: string,
    state: PollState,
    signal: AbortSignal,
  ): Promise<StoredSnapshot | undefined> {
    const snapshot = this.newer(service, state);
    if (snapshot !== undefined || this.closed || signal.aborted) return snapshot;
    return await new Promise((resolve) => {
      const waiter: Waiter = { service, state, answer: resolve };
      this.waiters.add(waiter);
      signal.addEventListener(
        'abort',
        () => {
          this.finish(waiter, undefined);
        },
        { once: true },
      );
    });
  }

  /** Answers everybody who waits with "nothing newer", so that they ask anew, here or elsewhere. */
  release(): void {
    for (const waiter of [...this.waiters]) this.finish(waiter, undefined);
  }

  /** From now on, no poll waits. */
  close(): void {
    this.closed = true;
    this.release();
  }

  private finish(waiter: Waiter, snapshot: StoredSnapshot | undefined): void {
    if (this.waiters.delete(waiter)) waiter.answer(snapshot);
  }

  private newer(service: string, { have, rejected }: PollState): StoredSnapshot | undefined {
    const snapshot = this.snapshots.get(service);
    if (!snapshot || rejected?.digest === snapshot.manifest.digest) return undefined;
    return have === null || isNewer(snapshot.manifest, have) ? snapshot : undefined;
  }
}

/** A replica may have got something newer from another operator: it is never sent back. */
function isNewer(manifest: Manifest, have: Manifest): boolean {
  const order = compareManifests(manifest, have);
  return order > 0 || (order === 0 && manifest.digest !== have.digest);
}

function snapshotsOf(
  index: SnapshotIndex,
  store: Pick<SectionStore, 'bytes'>,
): Map<string, StoredSnapshot> | undefined {
  const [current] = index.history;
  if (!current) return undefined;
  const { epoch, revision, degraded } = current;
  const snapshots = new Map<string, StoredSnapshot>();
  for (const [service, { digest, sections }] of Object.entries(current.services)) {
    const contents: Record<string, string> = {};
    for (const [name, sectionDigest] of Object.entries(sections)) {
      const bytes = store.bytes(sectionDigest);
      if (bytes === undefined) return undefined;
      contents[name] = bytes;
    }
    const manifest = { epoch, revision, digest, sections };
    snapshots.set(service, { manifest, degraded, contents });
  }
  return snapshots;
}

/** The answer to a poll: the manifest, and the sections that the caller has not got. */
export function deltaFor(snapshot: StoredSnapshot, have: Manifest | null): PollResponse {
  const { manifest, degraded, contents } = snapshot;
  const changed = Object.fromEntries(
    Object.entries(contents).filter(([name]) => have?.sections[name] !== manifest.sections[name]),
  );
  return { manifest, degraded, changed };
}
