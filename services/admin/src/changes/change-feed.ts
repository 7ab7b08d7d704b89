import { pause, type Clock } from '@aicp/common/time/clock';
import { recordedOwner } from '../resources/owners.ts';
import type { StoredObject } from '../resources/stored-object.ts';
import type { FactChange, ObjectChange } from './change.ts';
import type { ChangeRing } from './change-ring.ts';

/** An object is told to be updated once in so long. */
const WINDOW_MS = 1_000;

interface Window {
  readonly dueMs: number;
  readonly change: ObjectChange;
  /** What the object is now, where that was not told. */
  pending: StoredObject | undefined;
}

/**
 * Puts changes of objects into the ring: the first at once, further ones of the same object a second after the last that was told. So a storm of changes is at most one
 * entry a second for each object, and the last state is always told.
 */
export class ChangeFeed {
  private readonly ring: ChangeRing;
  private readonly clock: Clock;
  /** By kind and name, in the order in which they are due. */
  private readonly windows = new Map<string, Window>();
  private readonly specs = new WeakMap<object, StoredObject['spec']>();
  private readonly stopping = new AbortController();
  private draining: Promise<void> | undefined;

  constructor({ ring, clock }: { readonly ring: ChangeRing; readonly clock: Clock }) {
    this.ring = ring;
    this.clock = clock;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.draining;
  }

  fact(change: FactChange): void {
    this.ring.push(change);
  }

  object({ collection, object, previous }: ObjectChange): void {
    const key = `${collection.kind.kind} ${nameOf(object ?? previous)}`;
    const now = object && this.slim(object, previous);
    const window = this.windows.get(key);
    if (now && window && window.change.object?.metadata.uid === now.metadata.uid) {
      window.pending = now;
      return;
    }
    const before = window?.change.object ?? (previous && this.slim(previous, undefined));
    this.tell(key, { collection, object: now, previous: before });
  }

  private tell(key: string, change: ObjectChange): void {
    this.ring.push(change);
    this.windows.delete(key);
    if (!change.object || this.stopping.signal.aborted) return;
    const dueMs = this.clock.monotonic() + WINDOW_MS;
    this.windows.set(key, { dueMs, change, pending: undefined });
    this.draining ??= this.drain();
  }

  private async drain(): Promise<void> {
    const { clock, stopping } = this;
    for (;;) {
      const [first] = this.windows.values();
      if (!first) break;
      const wait = Math.max(1, first.dueMs - clock.monotonic());
      if (!(await pause(clock, wait, stopping.signal))) break;
      this.tellDue();
    }
    this.draining = undefined;
  }

  private tellDue(): void {
    const nowMs = this.clock.monotonic();
    for (const [key, { dueMs, change, pending }] of [...this.windows]) {
      if (dueMs > nowMs) return;
      if (pending) this.tell(key, { ...change, object: pending, previous: change.object });
      else this.windows.delete(key);
    }
  }

  /** What rights, ids and versions are made of: the status, which is most of what changes, is not kept, and equal specs are kept once. */
  private slim(object: StoredObject, previous: StoredObject | undefined): StoredObject {
    const { managedFields: _, ...metadata } = object.metadata;
    const owner = recordedOwner(object);
    const { apiVersion, kind } = object;
    const spec = this.sharedSpec(object, previous);
    return { apiVersion, kind, metadata, spec, ...(owner ? { status: { owner } } : {}) };
  }

  private sharedSpec(
    object: StoredObject,
    previous: StoredObject | undefined,
  ): StoredObject['spec'] {
    const isSame =
      previous?.metadata.uid === object.metadata.uid &&
      previous?.metadata.generation === object.metadata.generation;
    if (!previous || !isSame) return object.spec;
    const spec = this.specs.get(previous.spec) ?? previous.spec;
    this.specs.set(object.spec, spec);
    return spec;
  }
}

const nameOf = (object: StoredObject | undefined): string => object?.metadata.name ?? '';
