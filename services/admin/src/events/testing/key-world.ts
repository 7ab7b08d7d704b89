import { apiKey } from '@aicp/crds/api-key';
import type { KindDefinition } from '@aicp/crds/kit/kind';
import type { StoredObject } from '../../resources/stored-object.ts';
import { keyHash, keyState } from './object-states.ts';

/** What may be done to the key of a name. */
export type KeyAct = 'create' | 'rotate' | 'block' | 'unblock' | 'edit' | 'delete';
export const KEY_ACTS = ['create', 'rotate', 'block', 'unblock', 'edit', 'delete'] as const;

type Keys = ReadonlyMap<string, StoredObject>;

/** Keys in a Kubernetes API of their own, all that they ever were, and caches that follow it. */
export class KeyWorld {
  /** By how many writes there were before. */
  private readonly versions: Keys[] = [new Map()];
  /** What had to be told, in order: `key.created bot`. */
  readonly happened: string[] = [];
  private written = 100;
  private readonly nowMs: () => number;

  constructor(nowMs: () => number) {
    this.nowMs = nowMs;
  }

  get now(): Keys {
    return this.versions.at(-1) ?? new Map<string, StoredObject>();
  }

  /** Does it, where it can be done. */
  act(act: KeyAct, name: string): void {
    const before = this.now.get(name);
    if ((act === 'create') === (before !== undefined)) return;
    const after = act === 'delete' ? undefined : this.next(act, name, before);
    const keys = new Map(this.now);
    if (after) keys.set(name, after);
    else keys.delete(name);
    this.versions.push(keys);
    this.note(act, name, before);
  }

  private note(act: KeyAct, name: string, before: StoredObject | undefined): void {
    const wasBlocked = before?.spec['blocked'] === true;
    const types = { create: 'created', rotate: 'rotated', block: 'revoked', delete: 'revoked' };
    if ((act === 'block' || act === 'delete') && wasBlocked) return;
    if (act === 'unblock' || act === 'edit') return;
    this.happened.push(`key.${types[act]} ${name}`);
  }

  private next(act: KeyAct, name: string, before: StoredObject | undefined): StoredObject {
    this.written += 1;
    const { metadata, spec = {} } = before ?? {};
    const changes: Readonly<Record<KeyAct, object>> = {
      ...{ create: {}, delete: {}, edit: { userId: `user-${this.written}` } },
      rotate: { keyHash: keyHash(this.written) },
      block: { blocked: true },
      unblock: { blocked: false },
    };
    return keyState(name, {
      uid: metadata?.uid ?? `uid-${this.written}`,
      generation: (metadata?.generation ?? 0) + 1,
      resourceVersion: String(this.written),
      creationTimestamp: metadata?.creationTimestamp ?? new Date(this.nowMs()).toISOString(),
      spec: { keyHash: keyHash(this.written), ...spec, ...changes[act] },
    });
  }

  /** A cache that has seen all that was written until now. */
  cache() {
    return new KeyCache(this, this.versions);
  }
}

/** What one replica sees of them: nothing new until it catches up. */
class KeyCache {
  readonly hasSynced = true;
  private readonly world: KeyWorld;
  private readonly versions: readonly Keys[];
  private at: number;

  constructor(world: KeyWorld, versions: readonly Keys[]) {
    this.world = world;
    this.versions = versions;
    this.at = versions.length - 1;
  }

  /** Sees so many more of the writes; all of them where nothing is said. */
  catchUp(writes = Infinity): void {
    this.at = Math.min(this.at + writes, this.versions.length - 1);
  }

  list({ kind }: KindDefinition): readonly StoredObject[] {
    return kind === apiKey.kind ? [...(this.versions[this.at]?.values() ?? [])] : [];
  }

  /** As it is, whatever the cache has. */
  read(_kind: KindDefinition, name: string): Promise<StoredObject | undefined> {
    return Promise.resolve(this.world.now.get(name));
  }
}
