import type { Principal } from '@aicp/api-kit/access/principal';
import { auditNameOf, type KindDefinition } from '@aicp/crds/kit/kind';
import { namesAt, type Reference } from '@aicp/crds/kit/references';
import { snakeCase, wireName } from '@aicp/crds/kit/wire-name';
import { kindNamed, kinds } from '@aicp/crds/kinds';
import { shownSpec } from '../resources/answer-object.ts';
import type { CollectionService } from '../resources/collections/collection-service.ts';
import { isReadable } from '../resources/dependents/remove-with-dependents.ts';
import { areOfOneTenant, ownersBy, wordsOf } from '../resources/dependents/stands-on.ts';
import { idOf } from '../resources/identity.ts';
import type { ObjectStore } from '../resources/store.ts';
import type { StoredObject } from '../resources/stored-object.ts';

/** So many are listed of each side; the rest is counted. */
export const MOST_RELATED = 50;

/** An object that is related to another one by a field. */
export interface Related {
  /** As the audit log calls it: `routing_policy`. */
  readonly resource_type: string;
  /** Where the API has objects of its kind; `{id}` in it is the organization. Null: nowhere. */
  readonly collection: string | null;
  readonly id: string;
  readonly name: string;
  /** The field that names it, or that names this object, on the wire: `config.target_models`. */
  readonly field: string;
}

export interface RefersTo extends Related {
  readonly exists: boolean;
}

export interface ReferredBy extends Related {
  /** This object is not deleted, but by a cascade, while that one stands on it. */
  readonly blocks_delete: boolean;
  /** That one is a part of this object, and is deleted with it. */
  readonly goes_along: boolean;
}

interface RelationParts {
  readonly store: Pick<ObjectStore, 'list' | 'find'>;
  readonly serviceOf: (kind: string) => CollectionService | undefined;
}

/** How an object stands to others, as the caches have it now and as one caller may see it. */
export class Relations {
  private readonly parts: RelationParts;
  private readonly principal: Principal;

  constructor(parts: RelationParts, principal: Principal) {
    this.parts = parts;
    this.principal = principal;
  }

  /** What the fields of an object name. What the caller may not see is as if it were not there. */
  refersTo(object: StoredObject): readonly RefersTo[] {
    const kind = kindNamed(object.kind);
    const spec = this.shown(object);
    return kind.references
      .filter(({ to }) => to !== 'Secret')
      .flatMap((reference) =>
        namesAt(spec, reference).map((name) => {
          const found = this.named(object, reference, name);
          const field = fieldOf(kind, reference);
          return found
            ? { ...this.related(found, field), exists: true }
            : { ...placeOf(kindNamed(reference.to)), id: name, name, field, exists: false };
        }),
      );
  }

  /** Objects whose fields name this one, each field by itself. */
  referredBy(target: StoredObject): readonly ReferredBy[] {
    const words = new Set(wordsOf(target));
    return kinds.flatMap((kind) => {
      const references = kind.references.filter(({ to }) => to === target.kind);
      if (references.length === 0) return [];
      return this.parts.store
        .list(kind)
        .filter((one) => names(one.spec, references, words) && this.counts(one, target))
        .flatMap((one) => this.fieldsNaming(one, references, words));
    });
  }

  private fieldsNaming(
    object: StoredObject,
    references: readonly Reference[],
    words: ReadonlySet<string>,
  ): ReferredBy[] {
    const spec = this.shown(object);
    return references
      .filter((reference) => names(spec, [reference], words))
      .map((reference) => ({
        ...this.related(object, fieldOf(kindNamed(object.kind), reference)),
        blocks_delete: reference.onDelete === 'goes' || reference.onDelete === 'stays',
        goes_along: reference.onDelete === 'part',
      }));
  }

  private counts(from: StoredObject, target: StoredObject): boolean {
    return (
      from.metadata.uid !== target.metadata.uid &&
      this.isMeant(from, target) &&
      isReadable(this.parts, this.principal, from)
    );
  }

  /** The object that a name stands for; of a model, also the policy that has the name as a group. */
  private named(from: StoredObject, { to }: Reference, name: string): StoredObject | undefined {
    const { store } = this.parts;
    const isIt = (one: StoredObject): boolean =>
      wordsOf(one).includes(name) &&
      this.isMeant(from, one) &&
      isReadable(this.parts, this.principal, one);
    const found = store.find(kindNamed(to), name, isIt);
    if (found || to !== 'Model') return found;
    const isGroup = (one: StoredObject): boolean =>
      (one.spec['config'] as { readonly alias?: unknown } | undefined)?.alias === name &&
      this.isMeant(from, one) &&
      isReadable(this.parts, this.principal, one);
    return (
      store.list(kindNamed(to)).find(isIt) ?? store.list(kindNamed('RoutingPolicy')).find(isGroup)
    );
  }

  private isMeant(from: StoredObject, target: StoredObject): boolean {
    return areOfOneTenant(ownersBy(this.parts.serviceOf), from, target);
  }

  private shown(object: StoredObject): StoredObject['spec'] {
    const service = this.parts.serviceOf(object.kind);
    return service ? shownSpec(service.collection, object, this.principal) : {};
  }

  private related(object: StoredObject, field: string): Related {
    const kind = kindNamed(object.kind);
    const id = idOf(kind, object);
    const { displayName: name } = this.shown(object);
    return { ...placeOf(kind), id, name: typeof name === 'string' ? name : id, field };
  }
}

const names = (
  spec: StoredObject['spec'],
  references: readonly Reference[],
  words: ReadonlySet<string>,
): boolean =>
  references.some((reference) => namesAt(spec, reference).some((name) => words.has(name)));

const placeOf = (kind: KindDefinition) => ({
  resource_type: auditNameOf(kind),
  collection: kind.api ? `/api/v1/${kind.api.path}` : null,
});

function fieldOf(kind: KindDefinition, { path }: Reference): string {
  const [first = '', ...rest] = path.replaceAll('[]', '').split('.');
  return [wireName(kind, first), ...rest.map(snakeCase)].join('.');
}
