import { Problem } from '@aicp/common/errors/problem';
import { auditNameOf } from '@aicp/crds/kit/kind';
import { mergePatch, type MapKeys } from '@aicp/crds/kit/merge-patch';
import { requireAnswered } from '../answered-fields.ts';
import type { Principal } from '@aicp/api-kit/access/principal';
import { removeWithDependents } from '../dependents/remove-with-dependents.ts';
import type { Collection, CollectionRules, Proposal, Spec } from '../collection.ts';
import { idOf } from '../identity.ts';
import { filterTest, type ListFilter } from '../lists/list-filters.ts';
import { ListOrders, pageOf, type ListQuery, type Page } from '../list-page.ts';
import { nameOfNew } from '../name-of-new.ts';
import type { ObjectWriter, Update } from '../object-writer.ts';
import { readBody } from '../read-body.ts';
import { withNames } from '../references.ts';
import { requireFreeSlug } from '../require-free-slug.ts';
import { requireValid, requireWellSent } from '../require-valid.ts';
import {
  requireCreator,
  requireEditor,
  requireReach,
  requireRight,
  organizationOf,
  reach,
  readableBy,
} from '../rights.ts';
import type { PlannedSecret, SecretKeeper } from '../secret-keeper.ts';
import type { ObjectStore } from '../store.ts';
import type { StoredObject } from '../stored-object.ts';
import { withOwner } from '../owners.ts';
import { withoutId } from '../without-id.ts';
import type { WriteContext } from '../write-hooks.ts';

export interface CollectionParts {
  readonly store: ObjectStore;
  readonly writer: ObjectWriter;
  readonly secrets: SecretKeeper;
  /** The service of a kind's objects; undefined for kinds that have none. */
  readonly serviceOf: (kind: string) => CollectionService | undefined;
  /** [0, 1). */
  readonly random: () => number;
}

export type Body = Readonly<Record<string, unknown>>;

type Change = Pick<Update, 'action' | 'fields' | 'change'> & {
  /** The Secret that this very write makes. */
  readonly kept?: string | undefined;
};

/** What can be done with the objects of one collection, by whom it may be. Every method rejects with a Problem where the caller is to know. */
export class CollectionService {
  readonly collection: Collection;
  private readonly parts: CollectionParts;
  private readonly orders: ListOrders;

  constructor(collection: Collection, parts: CollectionParts) {
    this.collection = collection;
    this.parts = parts;
    this.orders = new ListOrders(collection);
  }

  /** Where all objects of the installation are. */
  get namespace(): string {
    return this.parts.store.namespace;
  }

  /** The same objects under other rules: a part of them, for routes that show no more. */
  under(rules: CollectionRules): CollectionService {
    return new CollectionService({ ...this.collection, ...rules }, this.parts);
  }

  /** One page of what the caller may see, narrowed by the values of fields. */
  list(
    { principal }: Pick<WriteContext, 'principal'>,
    query: ListQuery,
    filters: readonly ListFilter[] = [],
  ): Page {
    const { collection } = this;
    const fields = filters.map(([field]) => field);
    requireAnswered(collection, principal, { sort: query.sort, filters: fields });
    const isLeft = filterTest(collection, filters, principal);
    const isReadable = readableBy(collection, principal);
    const isWanted = (object: StoredObject): boolean => isLeft(object) && isReadable(object);
    const objects = this.parts.store.list(collection.kind);
    const listed = { collection, objects, isWanted, orders: this.orders, reader: principal };
    return pageOf(listed, query);
  }

  /** By id or slug, of those that are `wanted`. What the caller may not see is not there: 404. */
  async get(
    { principal }: Pick<WriteContext, 'principal'>,
    id: string,
    wanted: (object: StoredObject) => boolean = () => true,
  ): Promise<StoredObject> {
    const { kind, noun } = this.collection;
    const { store } = this.parts;
    const isReadable = readableBy(this.collection, principal);
    const isThere = (one: StoredObject): boolean => isReadable(one) && wanted(one);
    const cached = this.nearest(principal, id, isThere);
    const object = cached ?? (OBJECT_NAME.test(id) ? await store.read(kind, id) : undefined);
    if (object && isThere(object)) return object;
    throw new Problem(404, `There is no ${noun} "${id}".`);
  }

  /** A written object once its conditions are known, or two seconds have passed. */
  async withConditions(written: StoredObject): Promise<StoredObject> {
    return await this.parts.store.withConditions(this.collection.kind, written);
  }

  /** `fields` of the spec are set beside what was sent; `owner` is what the object is made for, and goes with. */
  async create(
    context: WriteContext,
    body: Body,
    fields: Spec = {},
    owner?: StoredObject,
  ): Promise<StoredObject> {
    const { patch, secrets, errors } = readBody(this.collection, body, undefined);
    const sent = { ...patch, ...fields };
    const { collection, parts } = this;
    const { kind } = collection;
    const scope = reach(collection, context.principal, 'write');
    requireCreator(collection, scope);
    const whole = { ...ownerOf(context), ...sent };
    const completed = this.completed(context, withNames(parts.store, kind, { sent, whole }));
    const { name, wanted } = await nameOfNew({ ...parts, collection }, context, completed);
    const planned = parts.secrets.plan(kind, name, secrets);
    const spec = mergePatch(kind.structural.spec, wanted, planned?.patch ?? {});
    const proposal = { principal: context.principal, scope, name, before: undefined, spec };
    requireWellSent(kind, { body, errors, spec });
    requireRight(collection, proposal, planned?.name);
    return await this.kept(context, planned, undefined, () =>
      parts.writer.create({ ...this.written(context, name), spec, owner }),
    );
  }

  async update(context: WriteContext, seen: StoredObject, body: Body): Promise<StoredObject> {
    const { kind } = this.collection;
    const { patch: first, secrets, errors } = readBody(this.collection, body, seen.spec);
    const planned = this.parts.secrets.plan(kind, seen.metadata.name, secrets);
    // Before any Secret is kept for it.
    if (errors.length > 0) {
      const spec = this.patched(context, seen, first, planned);
      requireWellSent(kind, { body, errors, spec });
    }
    const change = (current: StoredObject): Spec => {
      const { patch, errors: late } = readBody(this.collection, body, current.spec);
      const spec = this.patched(context, current, patch, planned);
      requireWellSent(kind, { body, errors: late, spec });
      const scope = reach(this.collection, context.principal, 'write');
      requireEditor(this.collection, { scope, before: current, spec });
      const { name } = current.metadata;
      requireFreeSlug(this.parts.store, this.collection, { name, spec, before: current });
      return this.collection.revise?.(current, spec, context.principal) ?? spec;
    };
    return await this.kept(context, planned, seen, () =>
      this.change(context, seen, { change, kept: planned?.name }),
    );
  }

  /** Changes an object by a verb or a sub-resource, which may do what a plain update may not. */
  async change(context: WriteContext, seen: StoredObject, change: Change): Promise<StoredObject> {
    const { collection, parts } = this;
    const { principal } = context;
    const scope = reach(collection, principal, 'write');
    const { name } = seen.metadata;
    let before = seen;
    const written = await parts.writer.update({
      ...this.written(context, name),
      ...change,
      change: async (current) => {
        before = current;
        const spec = await change.change(current);
        const proposal = { principal, scope, name, before: current, spec };
        requireValid(collection.kind, spec);
        requireRight(collection, proposal, change.kept);
        return spec;
      },
    });
    if (!context.dryRun) await parts.secrets.removeUnused(collection.kind, before, written);
    return written;
  }

  /** As callers ask for it: with its parts, and with a cascade with all that stands on it; without one, that is a Problem (409). */
  async delete(context: WriteContext, seen: StoredObject, cascade: boolean): Promise<void> {
    const { store, serviceOf } = this.parts;
    // Whoever may not delete it is not told what stands on it.
    this.requireRemover(context.principal, seen);
    await removeWithDependents({ store, serviceOf }, { context, service: this, seen, cascade });
  }

  /** `along`: what was deleted with it, for the audit log. Its dependents are not looked at: `delete` does that. */
  async remove(
    context: WriteContext,
    seen: StoredObject,
    along: readonly Readonly<Record<string, string>>[] = [],
  ): Promise<void> {
    const { name } = seen.metadata;
    this.requireRemover(context.principal, seen);
    const check = (before: StoredObject): void => {
      this.requireRemover(context.principal, before);
      this.collection.beforeRemoval?.(before);
    };
    await this.parts.writer.remove({ ...this.written(context, name), check, along });
  }

  /** Throws a Problem (403) for who may not delete an object. */
  private requireRemover(principal: Principal, before: StoredObject): void {
    const { collection } = this;
    const scope = reach(collection, principal, 'write');
    requireCreator(collection, scope);
    const { name } = before.metadata;
    const proposal: Proposal = { principal, scope, name, before, spec: before.spec };
    requireReach(collection, proposal);
    collection.authorize?.(proposal);
  }

  /**
   * An exact id stands before anybody's slug: whoever names an object by its id never meets another one. Several may have one id, or one
   * slug: the caller's own organization is meant, else the platform, else any that the caller may see.
   */
  private nearest(
    { organizationId }: WriteContext['principal'],
    id: string,
    isThere: (object: StoredObject) => boolean,
  ): StoredObject | undefined {
    const { collection, parts } = this;
    const { kind } = collection;
    const isNamed = (object: StoredObject): boolean => idOf(kind, object) === id;
    const isOf = (owner: string | undefined) => (object: StoredObject) =>
      organizationOf(collection, object) === owner;
    const isAny = (): boolean => true;
    for (const isMeant of [isNamed, isAny]) {
      for (const isNear of [isOf(organizationId), isOf(undefined), isAny]) {
        const isWanted = (object: StoredObject): boolean =>
          isMeant(object) && isNear(object) && isThere(object);
        const found = parts.store.find(kind, id, isWanted);
        if (found) return found;
      }
    }
    return undefined;
  }

  private written(context: WriteContext, name: string) {
    const { collection } = this;
    return { kind: collection.kind, auditName: auditNameOf(collection.kind), context, name };
  }

  /** A new spec with what follows from who writes it. */
  private completed(context: WriteContext, sent: Spec): Spec {
    const { collection } = this;
    const { principal } = context;
    const { properties = {} } = collection.kind.structural.spec;
    const spec = mergePatch(collection.kind.structural.spec, {}, sent, unnamedIn(context));
    const isOrganizations =
      properties['organizationId'] !== undefined && principal.organizationId !== undefined;
    if (isOrganizations && reach(collection, principal, 'write') !== 'all') {
      spec['organizationId'] ??= principal.organizationId;
    }
    const completed = collection.complete?.(spec, principal) ?? spec;
    return withOwner(collection.kind, completed, this.parts.store);
  }

  private patched(
    context: WriteContext,
    current: StoredObject,
    sent: Spec,
    planned: PlannedSecret | undefined,
  ): Spec {
    const { kind } = this.collection;
    const schema = kind.structural.spec;
    const merged = (patch: Spec): Spec =>
      mergePatch(schema, current.spec, patch, unnamedIn(context));
    const patch = withoutId(sent, current, idOf(kind, current));
    const own = kind.kind === 'Organization' ? { organizationId: current.metadata.name } : {};
    const whole = { ...merged(patch), ...own };
    const named = merged(withNames(this.parts.store, kind, { sent: patch, whole }));
    return planned ? mergePatch(schema, named, planned.patch) : named;
  }

  private async kept(
    { dryRun }: WriteContext,
    planned: PlannedSecret | undefined,
    owner: StoredObject | undefined,
    write: () => Promise<StoredObject>,
  ): Promise<StoredObject> {
    if (!planned || dryRun) return await write();
    return await this.parts.secrets.during(planned, owner, write);
  }
}

/** What is sent without an organization is of the sender's: nothing of another one is looked for. */
const ownerOf = ({ principal: { organizationId } }: WriteContext): Spec =>
  organizationId === undefined ? {} : { organizationId };

/** What a write does to the keys of maps that it does not name. */
const unnamedIn = ({ isMergePatch = false }: WriteContext): MapKeys =>
  isMergePatch ? 'stay' : 'go';

/** What metadata.name can be: anything else is not worth asking the Kubernetes API for. */
const OBJECT_NAME = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;
