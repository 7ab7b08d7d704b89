import { isDeepStrictEqual } from 'node:util';
import { Problem } from '@aicp/common/errors/problem';
import { isConflict } from '@aicp/common/kubernetes/errors';
import type { KindDefinition } from '@aicp/crds/kit/kind';
import type { Spec } from './collection.ts';
import { requireOwned } from './gitops.ts';
import { hasChangedNothing, refusalOf } from './kubernetes-problem.ts';
import { ownedBy } from './owners.ts';
import { requireValid } from './require-valid.ts';
import type { Draft, ObjectStore } from './store.ts';
import { asStored, type StoredObject } from './stored-object.ts';
import { isVersion } from './version.ts';
import type { PendingWrite, WriteContext, WriteHooks, WriteResult } from './write-hooks.ts';

/** How many conflicts in a row on one object a writer meets before it gives up. */
const ATTEMPTS = 5;

interface Write {
  readonly kind: KindDefinition;
  /** What the audit log calls such an object. */
  readonly auditName: string;
  readonly context: WriteContext;
}

export interface Creation extends Write {
  readonly name: string;
  readonly spec: Spec;
  /** What it is made for, and goes with. */
  readonly owner?: StoredObject | undefined;
}

export interface Update extends Write {
  /** What the audit log says was done; `update` where nothing is said. */
  readonly action?: string;
  readonly name: string;
  /** A verb's own fields: a GitOps owner that sets none of them does not refuse it. */
  readonly fields?: readonly string[];
  /** The new spec. Called again where the object changed meanwhile. What it throws refuses the change. */
  readonly change: (current: StoredObject) => Spec | Promise<Spec>;
}

export interface Removal extends Write {
  readonly name: string;
  /** What it throws keeps the object. */
  readonly check?: (current: StoredObject) => void;
  /** What was deleted with it. */
  readonly along?: readonly Readonly<Record<string, string>>[];
}

type AnnouncedWrite = Write & {
  readonly action: string;
  readonly name: string;
  readonly before: StoredObject | undefined;
  readonly after: StoredObject | undefined;
  readonly along?: Removal['along'];
};

/**
 * The one way in which this service changes desired state: valid, not owned elsewhere, as the caller last saw it, announced to the
 * hooks, written, and seen in the cache. Every method rejects with a Problem where the caller can do something about it.
 */
export class ObjectWriter {
  private readonly store: ObjectStore;
  private readonly hooks: WriteHooks;

  constructor(options: { readonly store: ObjectStore; readonly hooks: WriteHooks }) {
    this.store = options.store;
    this.hooks = options.hooks;
  }

  async create(creation: Creation): Promise<StoredObject> {
    const { kind, name, spec, context, owner } = creation;
    requireValid(kind, spec);
    const draft = asDraft({ name, ...(owner ? ownedBy(owner) : {}) }, spec);
    const after = asStored(kind, draft);
    return await this.announced(
      { ...creation, action: 'create', before: undefined, after },
      (pending) => this.store.create(kind, annotated(draft, pending), { dryRun: context.dryRun }),
    );
  }

  /** The object as it is afterwards; where nothing is different, nothing is written. */
  async update(update: Update): Promise<StoredObject> {
    const { kind, name, context, fields, change } = update;
    return await this.untilAsSeen(update, async () => {
      const current = await this.current(kind, name, context);
      const spec = await change(current);
      if (isDeepStrictEqual(spec, current.spec)) return current;
      requireValid(kind, spec);
      requireOwned(current, { spec, ...(fields ? { fields } : {}) });
      return await this.replace(update, current, spec);
    });
  }

  async remove(removal: Removal): Promise<void> {
    const { kind, name, context } = removal;
    await this.untilAsSeen(removal, async () => {
      const current = await this.current(kind, name, context);
      removal.check?.(current);
      requireOwned(current, { spec: undefined });
      const planned = { ...removal, action: 'delete', before: current, after: undefined };
      return await this.announced(planned, async () => {
        await this.store.remove(kind, current, { dryRun: context.dryRun });
        return current;
      });
    });
  }

  /** Tries again where the object was written between the look at it and the write: whether it is still what the caller saw is looked at again. */
  private async untilAsSeen(
    { kind, name }: Write & { readonly name: string },
    attempt: () => Promise<StoredObject>,
  ): Promise<StoredObject> {
    for (let left = ATTEMPTS; ; left -= 1) {
      try {
        return await attempt();
      } catch (error) {
        if (!isConflict(error)) throw error;
        if (left === 1) throw refusalOf(kind, name, error);
      }
    }
  }

  private async replace(update: Update, current: StoredObject, spec: Spec): Promise<StoredObject> {
    const { kind, action = 'update', context } = update;
    const draft = asDraft(current.metadata, spec);
    const after = { ...current, spec };
    return await this.announced({ ...update, action, before: current, after }, (pending) =>
      this.store.replace(kind, annotated(draft, pending), { dryRun: context.dryRun }),
    );
  }

  /** Tells the hooks before the write and how it ended; a dry run is not told. A conflict is handed on as it is. */
  private async announced(
    change: AnnouncedWrite,
    write: (pending: PendingWrite | undefined) => Promise<StoredObject>,
  ): Promise<StoredObject> {
    const { kind, name, context } = change;
    const pending = context.dryRun ? undefined : await this.announce(change);
    const settle = async (result: WriteResult): Promise<void> => pending?.settle(result);
    let object: StoredObject;
    try {
      object = await write(pending);
    } catch (error) {
      if (hasChangedNothing(error)) context.writes?.refused();
      await settle({ error });
      throw isConflict(error) ? error : refusalOf(kind, name, error);
    }
    await settle({ object });
    return object;
  }

  private async announce(change: AnnouncedWrite): Promise<PendingWrite> {
    const { kind, name, auditName, context, action, before, after, along = [] } = change;
    const { principal, requestId, ip, source, writes } = context;
    await writes?.begin();
    try {
      return await this.hooks.before({
        action,
        kind: kind.kind,
        resource: auditName,
        name,
        before,
        after,
        principal,
        requestId,
        ip,
        source,
        along,
      });
    } catch (error) {
      writes?.refused();
      throw error;
    }
  }

  private async current(
    kind: KindDefinition,
    name: string,
    { ifMatch }: WriteContext,
  ): Promise<StoredObject> {
    const current = await this.store.read(kind, name);
    if (!current) throw new Problem(404, `There is no ${kind.kind} "${name}".`);
    if (ifMatch !== undefined && !isVersion(current, ifMatch)) throw stale();
    return current;
  }
}

const stale = (): Problem =>
  new Problem(412, 'It has changed since you read it: read it again and send its ETag.');

/** Who wrote which field is the server's to note. */
function asDraft({ managedFields: _, ...metadata }: Draft['metadata'], spec: Spec): Draft {
  return { metadata, spec };
}

function annotated(draft: Draft, pending: PendingWrite | undefined): Draft {
  const annotations = { ...draft.metadata.annotations, ...pending?.annotations };
  if (Object.keys(annotations).length === 0) return draft;
  return { ...draft, metadata: { ...draft.metadata, annotations } };
}
