import { keyOf, type KubernetesObject } from './objects.ts';
import { SharedTexts } from './shared-texts.ts';

/** A change of the cache: `object` is undefined for a deletion, `previous` for an addition. */
export interface Change {
  readonly key: string;
  readonly object: KubernetesObject | undefined;
  readonly previous: KubernetesObject | undefined;
}

const versionOf = (object: KubernetesObject | undefined): string | undefined =>
  object?.metadata.resourceVersion;

/**
 * Objects by key, as last seen. Two objects of one key are told apart by their resourceVersion. `keep` removes the fields that are not
 * needed, and returns undefined for an object that is not needed at all.
 */
export class ObjectCache {
  private readonly objects = new Map<string, KubernetesObject>();
  private readonly texts = new SharedTexts();
  private readonly keep: (object: KubernetesObject) => KubernetesObject | undefined;
  private readonly onChange: (change: Change) => void;
  /** Keys changed since a comparison began, which it must leave alone. */
  private touched: Set<string> | undefined;

  constructor(options: {
    keep: (object: KubernetesObject) => KubernetesObject | undefined;
    onChange: (change: Change) => void;
  }) {
    this.keep = options.keep;
    this.onChange = options.onChange;
  }

  get size(): number {
    return this.objects.size;
  }

  get(key: string): KubernetesObject | undefined {
    return this.objects.get(key);
  }

  values(): IterableIterator<KubernetesObject> {
    return this.objects.values();
  }

  /** Takes an object as the watch told it. */
  set(object: KubernetesObject): boolean {
    const key = keyOf(object.metadata);
    this.touched?.add(key);
    const kept = this.keep(object);
    if (!kept) return this.removeKey(key);
    const previous = this.objects.get(key);
    if (previous && versionOf(previous) === versionOf(kept)) return false;
    this.objects.set(key, this.texts.share(kept));
    this.onChange({ key, object: kept, previous });
    return true;
  }

  remove(object: KubernetesObject): boolean {
    const key = keyOf(object.metadata);
    this.touched?.add(key);
    return this.removeKey(key);
  }

  /** Makes the cache equal to a list; gives the number of differences. */
  replace(items: readonly KubernetesObject[]): number {
    const listed = new Set<string>();
    let changes = 0;
    for (const item of items) {
      listed.add(keyOf(item.metadata));
      if (this.set(item)) changes += 1;
    }
    for (const key of [...this.objects.keys()]) {
      if (!listed.has(key) && this.removeKey(key)) changes += 1;
    }
    return changes;
  }

  /**
   * Compares with a list taken while the watch goes on: `take` makes the list and waits until the watch has surely told of all that
   * is in it. What was changed meanwhile is left alone; the rest is put right. Gives the number of changes that the watch missed.
   */
  async compare(take: () => Promise<readonly KubernetesObject[]>): Promise<number> {
    const touched = new Set<string>();
    this.touched = touched;
    try {
      const items = await take();
      this.touched = undefined;
      const current = [...this.objects.values()].filter((object) =>
        touched.has(keyOf(object.metadata)),
      );
      const untouched = items.filter((item) => !touched.has(keyOf(item.metadata)));
      return this.replace([...current, ...untouched]);
    } finally {
      this.touched = undefined;
    }
  }

  private removeKey(key: string): boolean {
    const previous = this.objects.get(key);
    if (!previous) return false;
    this.objects.delete(key);
    this.onChange({ key, object: undefined, previous });
    return true;
  }
}

/** Who wrote and when is kept; which field each wrote is as large as the object, and read live where it matters. */
export function withManagersOnly(object: KubernetesObject): KubernetesObject {
  const { managedFields } = object.metadata;
  if (!Array.isArray(managedFields)) return object;
  const managers = managedFields.map((entry: Record<string, unknown>) => {
    const { fieldsV1: _, fieldsType: _type, ...kept } = entry;
    return kept;
  });
  return { ...object, metadata: { ...object.metadata, managedFields: managers } };
}
