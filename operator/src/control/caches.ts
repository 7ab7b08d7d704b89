import { isDeepStrictEqual } from 'node:util';
import type { Change } from '@aicp/common/kubernetes/object-cache';
import type { KubernetesObject } from '@aicp/common/kubernetes/objects';
import { z } from 'zod';
import type { Bindings } from '../kinds/ownership/resolve-owners.ts';
import { labelOf, toSourceObject, type SourceObject } from '../kinds/kit/source-object.ts';
import type { SecretView } from '../kinds/kit/lookup.ts';
import type { Edit, Edits } from '../compile/types.ts';
import { storedBindings } from './status.ts';

interface Known {
  readonly object: KubernetesObject;
  /** The same object for as long as its spec is, so that the compiler knows it again. */
  readonly source: SourceObject;
}

const secretFields = z.object({
  type: z.string().optional(),
  data: z.record(z.string(), z.string()).nullish(),
  metadata: z.object({
    ownerReferences: z
      .array(z.object({ kind: z.string(), name: z.string(), uid: z.string() }))
      .nullish(),
  }),
});

/** What the operator knows of the cluster: the newest form of each object, and which changes the compiler has to see. */
export class Caches {
  private readonly objects = new Map<string, Known>();
  private readonly secrets = new Map<string, SecretView>();
  private readonly endpointSlices = new Map<string, KubernetesObject>();
  private readonly crds = new Map<string, KubernetesObject>();
  private readonly bound = new Map<string, Bindings>();
  private changes = 0;
  private readonly edited = new Map<string, Edit>();
  private readonly boundAnew = new Set<string>();
  private hasOtherChanges = true;

  /** Grows with every change that may change a snapshot. */
  get version(): number {
    return this.changes;
  }

  /** Every object that is not about to go. */
  *sources(): Generator<SourceObject> {
    for (const { source, object } of this.objects.values()) {
      if (object.metadata.deletionTimestamp === undefined) yield source;
    }
  }

  /** What changed since `compiled` was called; undefined where more than specs were edited. */
  get edits(): Edits | undefined {
    if (this.hasOtherChanges) return undefined;
    return { objects: [...this.edited.values()], bound: new Set(this.boundAnew) };
  }

  /** Everything that is known now has been compiled. */
  compiled(): void {
    this.edited.clear();
    this.boundAnew.clear();
    this.hasOtherChanges = false;
  }

  /** By metadata.uid: what objects are bound to, as their status records it, or as it is about to. */
  get bindings(): ReadonlyMap<string, Bindings> {
    return this.bound;
  }

  /** What a compilation bound an object to, which counts from now on, and not only once its status is written. */
  bind(uid: string, bindings: Bindings): void {
    const known = this.bound.get(uid);
    if (known?.owner === bindings.owner && known?.parent === bindings.parent) return;
    this.boundAnew.add(uid);
    if (isEmpty(bindings)) this.bound.delete(uid);
    else this.bound.set(uid, bindings);
  }

  object(kind: string, name: string): KubernetesObject | undefined {
    return this.objects.get(labelOf({ kind, name }))?.object;
  }

  secret(name: string): SecretView | undefined {
    return this.secrets.get(name);
  }

  slices(): Iterable<KubernetesObject> {
    return this.endpointSlices.values();
  }

  crd(name: string): KubernetesObject | undefined {
    return this.crds.get(name);
  }

  /** Takes a change of an object of ours; says whether a snapshot may change by it. A new status alone changes none. */
  takeObject(kind: string, name: string, object: KubernetesObject | undefined): boolean {
    const key = labelOf({ kind, name });
    const known = this.objects.get(key);
    this.takeBinding(known?.object, object);
    if (object && known && isSameSpec(known.object, object)) {
      this.objects.set(key, { object, source: known.source });
      return false;
    }
    const now = object && { object, source: toSourceObject(kind, object) };
    if (now) this.objects.set(key, now);
    else this.objects.delete(key);
    this.noteEdit(key, known, now);
    this.changes += 1;
    return true;
  }

  private noteEdit(key: string, before: Known | undefined, after: Known | undefined): void {
    if (!before || !after || !isEdit(before.object, after.object)) {
      this.hasOtherChanges = true;
      return;
    }
    const first = this.edited.get(key)?.before ?? before.source;
    this.edited.set(key, { before: first, after: after.source });
  }

  /** A status that records another binding than before was written by another operator, which led meanwhile. */
  private takeBinding(before: KubernetesObject | undefined, object: KubernetesObject | undefined) {
    const [old, now] = [before, object].map((one) => one && storedBindings(one['status']));
    const uid = object?.metadata.uid;
    if (before?.metadata.uid !== undefined && before.metadata.uid !== uid) {
      this.bound.delete(before.metadata.uid);
    }
    if (uid === undefined || !now || isEmpty(now) || isDeepStrictEqual(old, now)) return;
    this.boundAnew.add(uid);
    this.bound.set(uid, now);
  }

  takeSecret({ object, previous }: Change): boolean {
    const name = (object ?? previous)?.metadata.name ?? '';
    if (object) this.secrets.set(name, toSecretView(object));
    else this.secrets.delete(name);
    this.hasOtherChanges = true;
    this.changes += 1;
    return true;
  }

  takeSlice({ key, object }: Change): void {
    if (object) this.endpointSlices.set(key, object);
    else this.endpointSlices.delete(key);
  }

  takeCrd({ key, object }: Change): void {
    if (object) this.crds.set(key, object);
    else this.crds.delete(key);
  }
}

const isEmpty = ({ owner, parent }: Bindings): boolean => !owner && !parent;

/** The API server raises the generation with every change of a spec. */
function isSameSpec(a: KubernetesObject, b: KubernetesObject): boolean {
  const [before, after] = [a.metadata, b.metadata];
  return (
    before.uid === after.uid &&
    before.generation === after.generation &&
    before.deletionTimestamp === after.deletionTimestamp
  );
}

/** Whether nothing but the spec of an object is another, which is not about to go. */
function isEdit(a: KubernetesObject, b: KubernetesObject): boolean {
  const [before, after] = [a.metadata, b.metadata];
  return (
    before.uid !== undefined &&
    before.uid === after.uid &&
    before.creationTimestamp === after.creationTimestamp &&
    before.deletionTimestamp === undefined &&
    after.deletionTimestamp === undefined
  );
}

function toSecretView(object: KubernetesObject): SecretView {
  const { type, data, metadata } = secretFields.safeParse(object).data ?? {};
  return {
    name: object.metadata.name,
    type,
    labels: object.metadata.labels ?? {},
    owners: metadata?.ownerReferences ?? [],
    data: data ?? {},
  };
}

/** Of a Secret, what a reference to it needs; nothing of the contents of those that never resolve. */
export function keepOfSecret(object: KubernetesObject): KubernetesObject {
  const { name, namespace, uid, resourceVersion, labels, ownerReferences } = object.metadata;
  const type = object['type'];
  const isOpaque = type === undefined || type === 'Opaque';
  return {
    metadata: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      ...(uid === undefined ? {} : { uid }),
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
      ...(labels === undefined ? {} : { labels }),
      ...(ownerReferences === undefined ? {} : { ownerReferences }),
    },
    type,
    ...(isOpaque ? { data: object['data'] } : {}),
  };
}
