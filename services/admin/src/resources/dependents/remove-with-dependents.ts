import { Problem } from '@aicp/common/errors/problem';
import { kindNamed } from '@aicp/crds/kinds';
import { can, type Permission } from '../../access/permissions.ts';
import type { Principal } from '../../access/principal.ts';
import type { Collection } from '../collection.ts';
import { idOf } from '../identity.ts';
import { organizationOf, readableBy } from '../scope.ts';
import type { ObjectStore } from '../store.ts';
import type { StoredObject } from '../stored-object.ts';
import type { WriteContext } from '../write-hooks.ts';
import { DependentIndex, type Dependent } from './find-dependents.ts';

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

interface Asked {
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
export async function removeWithDependents(parts: RemovalParts, asked: Asked): Promise<void> {
  const { context, service, seen, cascade } = asked;
  const { direct, going } = dependentsOf(parts, seen);
  const inTheWay = direct.filter(({ fate }) => fate !== 'part');
  if (!cascade && inTheWay.length > 0) throw stoodOn(parts, asked, inTheWay);
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
      throw stopped(parts, asked, { error, gone, left: [...going.slice(index), seen] });
    }
  }
  // Every removal of a dependent has changed nothing of this object but, maybe, its status.
  await service.remove(going.length > 0 ? own : context, seen, gone);
}

/** What goes with an object, dependants first; and what stands on it directly, on its parts included. */
function dependentsOf(parts: RemovalParts, seen: StoredObject) {
  const { store, serviceOf } = parts;
  const index = new DependentIndex(store, (object) => {
    const collection = serviceOf(object.kind)?.collection;
    const own = object.spec['organizationId'];
    if (collection) return organizationOf(collection, object);
    return typeof own === 'string' ? own : undefined;
  });
  const going: StoredObject[] = [];
  const direct: Dependent[] = [];
  const visited = new Set([seen.metadata.uid]);
  const visit = (object: StoredObject, isDirect: boolean): void => {
    for (const dependent of index.on(object)) {
      const { uid } = dependent.object.metadata;
      if (visited.has(uid)) continue;
      if (isDirect) direct.push(dependent);
      if (dependent.fate === 'stays') continue;
      visited.add(uid);
      visit(dependent.object, isDirect && dependent.fate === 'part');
      going.push(dependent.object);
    }
  };
  visit(seen, true);
  return { direct, going };
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

function stoodOn(parts: RemovalParts, asked: Asked, found: readonly Dependent[]): Problem {
  const { noun } = asked.service.collection;
  const objects = found.map(({ object }) => object);
  const { dependents, count } = listed(parts, asked.context.principal, objects);
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

function isReadable(
  { serviceOf }: RemovalParts,
  principal: Principal,
  object: StoredObject,
): boolean {
  const collection = serviceOf(object.kind)?.collection;
  if (!collection || !can(principal, `${collection.permission}:read` as Permission)) return false;
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
  { context, service }: Asked,
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
