import { kinds } from '@aicp/crds/kinds';
import type { Spec } from '../collection.ts';
import { otherNames } from '../identity.ts';
import { pointersOf, type Fate, type Pointer } from '../references.ts';
import type { ObjectStore } from '../store.ts';
import type { StoredObject } from '../stored-object.ts';

/** An object that stands on another one. */
export interface Dependent {
  readonly object: StoredObject;
  readonly fate: Fate;
}

/** Who stands on what, as the caches have it now. */
export class DependentIndex {
  private readonly byName = new Map<string, Dependent[]>();
  private readonly organizationOf: (object: StoredObject) => string | undefined;

  constructor(store: ObjectStore, organizationOf: (object: StoredObject) => string | undefined) {
    this.organizationOf = organizationOf;
    for (const kind of kinds) {
      for (const object of store.list(kind)) this.add(object);
    }
  }

  /** What stands on an object itself, each once. */
  on(target: StoredObject): readonly Dependent[] {
    const found = wordsOf(target).flatMap(
      (word) => this.byName.get(`${target.kind}/${word}`) ?? [],
    );
    const counting = found.filter(
      ({ object }) => object.metadata.uid !== target.metadata.uid && this.counts(object, target),
    );
    return [...new Map(counting.map((one) => [one.object.metadata.uid, one])).values()];
  }

  /** A tenant's object that names another tenant's stands on nothing: it must not hold that up, nor be told of it. */
  private counts(from: StoredObject, target: StoredObject): boolean {
    if (target.kind === 'Organization') return true;
    const [own, other] = [this.organizationOf(from), this.organizationOf(target)];
    return own === undefined || other === undefined || own === other;
  }

  private add(object: StoredObject): void {
    for (const pointer of pointersOf(object.kind, object.spec)) {
      for (const name of namesAt(object.spec, pointer)) {
        if (!isMeant(object, pointer)) continue;
        const key = `${pointer.to}/${name}`;
        const known = this.byName.get(key);
        if (known) known.push({ object, fate: pointer.fate });
        else this.byName.set(key, [{ object, fate: pointer.fate }]);
      }
    }
  }
}

/** An organization's own `organizationId` is no such field, and a kind's owner may be written in a field that it does not have. */
const isMeant = ({ kind }: StoredObject, { to }: Pointer): boolean =>
  !(kind === 'Organization' && to === 'Organization');

/** Only models are referred to by more than metadata.name. */
function wordsOf({ kind, metadata, spec }: StoredObject): readonly string[] {
  if (kind !== 'Model') return [metadata.name];
  const definition = kinds.find((one) => one.kind === kind);
  const object = { kind, metadata, spec } as StoredObject;
  const names = definition ? otherNames(definition, object) : [];
  const aliases = (spec['aliases'] ?? []) as readonly string[];
  return [...new Set([metadata.name, ...names, ...aliases])];
}

function namesAt(spec: Spec, { path }: Pointer): readonly string[] {
  const value = path.reduce<unknown>(
    (at, field) =>
      typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[field] : undefined,
    spec,
  );
  return [value].flat().filter((one): one is string => typeof one === 'string');
}
