import { Problem } from '@aicp/common/errors/problem';
import { kindNamed, kinds } from '@aicp/crds/kinds';
import { can, permissionTo } from '../../access/permissions.ts';
import type { Principal } from '@aicp/api-kit/access/principal';
import type { Collection } from '../collection.ts';
import { idOf } from '../identity.ts';
import { readableBy } from '../rights.ts';
import type { ObjectStore } from '../store.ts';
import type { StoredObject } from '../stored-object.ts';
import { areOfOneTenant, ownersBy, wordsOf, type OwnerOf } from './stands-on.ts';
import type { WriteContext } from '../write-hooks.ts';
import type { KindDefinition } from '@aicp/crds/kit/kind';
import { namesAt, type Fate } from '@aicp/crds/kit/references';

/** What takes one object away, with the rights and checks of its collection. */
interface Remover {
  readonly collection: Collection;
  /** `along`: what was deleted with it, for the audit log. */
  remove(context: WriteContext, seen: StoredObject, along?: readonly Named[]): Promise<void>;
}

/** So many are named in an answer; the rest is counted. */
const NAMED = 50;
/** So many go at once. */
const MOST = 1_000;

export interface RemovalParts {
  readonly store: ObjectStore;
  /** The service of a kind's objects; undefined for kinds that have none. */
  readonly serviceOf: (kind: string) => Remover | undefined;
}

interface Deletion {
  readonly context: WriteContext;
  readonly service: Remover;
  readonly seen: StoredObject;
  readonly cascade: boolean;
}

/** How an object is named in an answer or the audit log. */
type Named = Readonly<Record<'kind' | 'id', string>>;

/**
 * Deletes an object with its parts. Rejects with a Problem (409) that lists what else stands on it; a cascade takes that along, those
 * first that stand on others. Everything is tried before anything goes.
 */
export async function removeWithDependents(parts: RemovalParts, deletion: Deletion): Promise<void> {
  const { context, service, seen, cascade } = deletion;
  const { direct, going } = dependentsOf(parts, seen);
  const inTheWay = direct.filter(({ fate }) => fate !== 'part');
  if (!cascade && inTheWay.length > 0) throw stoodOn(parts, deletion, inTheWay);
  if (going.length > MOST) throw tooMany(service, going.length);
  const own: WriteContext = { ...context, ifMatch: undefined };
  for (const object of going) await removeOne(parts, { ...own, dryRun: true }, object);
  await service.remove({ ...context, dryRun: true }, seen);
  if (context.dryRun) return;
  const gone: Named[] = [];
  for (const [index, object] of going.entries()) {
    try {
      // What somebody else deleted meanwhile is not of this deletion, and the log must not say so.
      if (await removeOne(parts, own, object)) gone.push(nameOf(object));
    } catch (error) {
      throw stopped(parts, deletion, { error, gone, left: [...going.slice(index), seen] });
    }
  }
  // Every removal of a dependent has changed nothing of this object but, maybe, its status.
  await service.remove(going.length > 0 ? own : context, seen, gone);
}

/** What goes with an object, dependants first; and what stands on it directly, on its parts included. */
function dependentsOf(parts: RemovalParts, seen: StoredObject) {
  const { store, serviceOf } = parts;
  const index = new DependentIndex(store, ownersBy(serviceOf));
  const root = seen.metadata.uid;
  const direct = new Map<string | undefined, Dependent>();
  const gather = (object: StoredObject): void => {
    for (const dependent of index.on(object)) {
      const { uid } = dependent.object.metadata;
      if (uid === root || direct.has(uid)) continue;
      direct.set(uid, dependent);
      if (dependent.fate === 'part') gather(dependent.object);
    }
  };
  gather(seen);
  const going: StoredObject[] = [];
  const visited = new Set([root]);
  const visit = (object: StoredObject): void => {
    for (const dependent of index.on(object)) {
      const { uid } = dependent.object.metadata;
      if (visited.has(uid) || dependent.fate === 'stays') continue;
      visited.add(uid);
      visit(dependent.object);
      going.push(dependent.object);
    }
  };
  visit(seen);
  return { direct: [...direct.values()], going };
}

/** What a deletion would find in the way, and take along: what a caller may see is named, the rest counted. */
export function deletionOf(parts: RemovalParts, principal: Principal, object: StoredObject) {
  const { direct, going } = dependentsOf(parts, object);
  const inTheWay = direct.filter(({ fate }) => fate !== 'part');
  const told = listed(
    parts,
    principal,
    inTheWay.map((one) => one.object),
  );
  const along = listed(parts, principal, going);
  return {
    blocked: inTheWay.length > 0,
    dependents: told.dependents,
    dependent_count: told.count,
    cascade: along.dependents,
    cascade_count: along.count,
  };
}

/** Whether it was there to be removed: somebody may have been faster. */
async function removeOne(
  { serviceOf }: RemovalParts,
  context: WriteContext,
  object: StoredObject,
): Promise<boolean> {
  const service = serviceOf(object.kind);
  if (!service) throw new Problem(409, `A ${object.kind} is not deleted through the API.`);
  try {
    await service.remove(context, object);
    return true;
  } catch (error) {
    if (!(error instanceof Problem && error.status === 404)) throw error;
    return false;
  }
}

const nameOf = (object: StoredObject): Named => ({
  kind: object.kind,
  id: idOf(kindNamed(object.kind), object),
});

function stoodOn(parts: RemovalParts, deletion: Deletion, found: readonly Dependent[]): Problem {
  const { noun } = deletion.service.collection;
  const objects = found.map(({ object }) => object);
  const { dependents, count } = listed(parts, deletion.context.principal, objects);
  const some = dependents.slice(0, 3).map(({ kind, id }) => `${kind} "${id}"`);
  const examples = some.length > 0 ? ` (${some.join(', ')}${count > some.length ? ' …' : ''})` : '';
  const what = count === 1 ? 'One object stands' : `${count} objects stand`;
  return new Problem(
    409,
    `${what} on this ${noun}${examples}: delete or change what does, or send ?cascade=true to take it along.`,
    { extensions: { dependents, dependent_count: count } },
  );
}

/** What a caller may see is named, the rest counted. */
function listed(parts: RemovalParts, principal: Principal, objects: readonly StoredObject[]) {
  const seen = objects.filter((object) => isReadable(parts, principal, object));
  return { dependents: seen.slice(0, NAMED).map(nameOf), count: objects.length };
}

/** Whether a caller may see an object, of whatever kind. */
export function isReadable(
  { serviceOf }: Pick<RemovalParts, 'serviceOf'>,
  principal: Principal,
  object: StoredObject,
): boolean {
  const collection = serviceOf(object.kind)?.collection;
  if (!collection || !can(principal, permissionTo('read', collection))) return false;
  return readableBy(collection, principal)(object);
}

const tooMany = ({ collection }: Remover, count: number): Problem =>
  new Problem(
    409,
    `${count} objects stand on this ${collection.noun}, more than the ${MOST} that go at once: delete some of them first.`,
  );

/** A deletion in the middle that fails ends the rest: the answer says what went and what is left. */
function stopped(
  parts: RemovalParts,
  { context, service }: Deletion,
  { error, gone, left }: { error: unknown; gone: readonly Named[]; left: readonly StoredObject[] },
): Problem {
  const { dependents, count } = listed(parts, context.principal, left);
  const isTold = error instanceof Problem;
  const why = isTold ? error.detail : 'a deletion failed inside; the log has the details.';
  return new Problem(
    isTold ? error.status : 503,
    `The deletion of this ${service.collection.noun} stopped: ${why} ${gone.length} went, ${count} are left; send it again to go on.`,
    {
      extensions: { deleted: gone.slice(0, NAMED), left: dependents, left_count: count },
      cause: error,
    },
  );
}

/** An object that stands on another one. */
export interface Dependent {
  readonly object: StoredObject;
  readonly fate: Fate;
}

/** Who stands on what, as the caches have it now. */
export class DependentIndex {
  private readonly byName = new Map<string, Dependent[]>();
  private readonly organizationOf: OwnerOf;

  constructor(store: ObjectStore, organizationOf: OwnerOf) {
    this.organizationOf = organizationOf;
    for (const kind of kinds) {
      for (const object of store.list(kind)) this.add(kind, object);
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

  private counts(from: StoredObject, target: StoredObject): boolean {
    return areOfOneTenant(this.organizationOf, from, target);
  }

  private add({ references }: KindDefinition, object: StoredObject): void {
    for (const reference of references) {
      const { to, onDelete: fate } = reference;
      if (fate === undefined) continue;
      for (const name of namesAt(object.spec, reference)) {
        const key = `${to}/${name}`;
        const known = this.byName.get(key);
        if (known) known.push({ object, fate });
        else this.byName.set(key, [{ object, fate }]);
      }
    }
  }
}
