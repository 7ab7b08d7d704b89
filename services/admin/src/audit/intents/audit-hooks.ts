import { isDeepStrictEqual } from 'node:util';
import { DatabaseUnavailable } from '@aicp/common/database/gated-pool';
import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import { describeError, KubernetesError } from '@aicp/common/kubernetes/errors';
import { ownerOf } from '@aicp/common/kubernetes/ownership';
import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import { INTENT_ANNOTATION, type Observation } from '@aicp/contracts/audit/observation';
import { deletionOf, observationOf, type AboutObject } from '@aicp/contracts/audit/observation-of';
import { ownerSeen, type OwnerLookup } from '@aicp/contracts/audit/observed-owner';
import { stateOfObject } from '@aicp/contracts/audit/stamp';
import type { Resource } from '@aicp/crds/kit/kind';
import type { Insertable } from 'kysely';
import type { ObjectAuditDatabase, ObjectAuditTables } from '../records/audit-tables.ts';
import type {
  PendingWrite,
  PlannedChange,
  WriteHooks,
  WriteResult,
} from '../../resources/write-hooks.ts';
import type { NameObject } from '../records/audit-naming.ts';
import { entryOwner } from '@aicp/api-kit/audit/audit-entry';
import type { AuditIntents } from '../records/audit-tables.ts';
import type { AuditChain } from '@aicp/api-kit/audit/audit-chain';
import { masked } from '@aicp/api-kit/audit/mask';
import { recordObservations } from '../observations/record-observations.ts';
import { findSeen } from '../records/seen-store.ts';
import { closeIntent, insertIntent } from '../records/intent-store.ts';

export interface AuditHooksOptions {
  readonly database: ObjectAuditDatabase;
  readonly chain: AuditChain<ObjectAuditTables>;
  readonly name: NameObject;
  /** The organizations and teams that there are. */
  readonly owners: OwnerLookup;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Makes sure that every write of ours has its one entry: who is about to do what is written down first, its id goes into the object, and
 * the entry follows the write. Where that can't follow (a crash, a database that went away), the operator's observation of the object,
 * or the next write to it, finds the id and makes the entry.
 */
export class AuditHooks implements WriteHooks {
  private readonly options: AuditHooksOptions;

  constructor(options: AuditHooksOptions) {
    this.options = options;
  }

  /** Rejects with DatabaseUnavailable where nothing can be written down: then nothing may be changed either. */
  async before(change: PlannedChange): Promise<PendingWrite> {
    const { database, clock } = this.options;
    if (change.before) await this.catchUp(change.before);
    const id = uuidV7(clock.now());
    const intent = this.intentOf(change, id);
    await insertIntent(database.kysely, intent);
    let isSettled = false;
    return {
      annotations: change.after ? { [INTENT_ANNOTATION]: id } : {},
      settle: async (result) => {
        if (isSettled) return;
        isSettled = true;
        await this.settle(id, !change.after, result);
      },
    };
  }

  /**
   * What is about to be written over may have no entry yet: a write of ours that a crash cut short, or somebody else's change that the
   * operator has not told of yet.
   */
  private async catchUp(object: Resource): Promise<void> {
    const observation = observationOf(object, this.about(object));
    const { uid, stamp } = observation;
    const seen = await findSeen(this.options.database.kysely, [uid]);
    if (seen.get(uid)?.stamp !== stamp) await this.record(observation);
  }

  private async settle(id: string, isDeletion: boolean, result: WriteResult): Promise<void> {
    const { database, log } = this.options;
    try {
      if ('error' in result) {
        if (isRefusal(result.error)) await closeIntent(database.kysely, id, 'failed');
        return;
      }
      const { object } = result;
      await this.record((isDeletion ? deletionOf : observationOf)(object, this.about(object)));
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      // The change is made; its entry follows with the operator's observation.
      log.info({ intent: id, reason: describeError(error) }, 'audit_entry_deferred');
    }
  }

  /** What we wrote is an observation like the operator's, so that whichever comes first counts and the other does not. */
  private async record(observation: Observation): Promise<void> {
    const { chain, clock, name } = this.options;
    await chain.write((writer) =>
      recordObservations(writer, [observation], { name, now: new Date(clock.now()) }),
    );
  }

  private intentOf(change: PlannedChange, id: string): Insertable<AuditIntents> {
    const { before, after, principal, kind, name } = change;
    const spec = (after ?? before)?.spec ?? {};
    const { resource_id } = this.options.name({ kind, name, spec });
    return {
      id,
      created_at: new Date(this.options.clock.now()),
      action: change.action,
      kind,
      name,
      resource_type: change.resource,
      resource_id,
      ...this.ownerOf(change),
      user_id: principal.subject,
      key_id: principal.keyName ?? null,
      role: principal.role,
      source: change.source,
      ip: change.ip ?? null,
      request_id: change.requestId,
      ...placeOf(before),
      generation: generationAfter(change),
      before: textOf(before, change.along),
      after: textOf(after),
    };
  }

  /** Whose the change is. What belongs to nobody's organization is noted for that of the writer. */
  private ownerOf({ kind, name, before, after, principal }: PlannedChange) {
    const object = { ...(before ?? { metadata: { name } }), spec: (after ?? before)?.spec };
    const { organization, organizationUid } = ownerSeen(kind, object, this.options.owners);
    return organization === null
      ? entryOwner(principal.organizationId, principal.organizationUid)
      : { organization_id: organization, organization_uid: organizationUid };
  }

  private about(object: Resource): AboutObject {
    const { kind } = object;
    const owner = ownerSeen(kind, object, this.options.owners);
    return { kind, isGitOps: ownerOf(object).readOnly, owner };
  }
}

const placeOf = (before: Resource | undefined) => ({
  uid: before?.metadata.uid ?? null,
  resource_version: before?.metadata.resourceVersion ?? null,
});

/** The API raises the generation with a change of the spec alone. */
function generationAfter({ before, after }: PlannedChange): number {
  const generation = before?.metadata.generation ?? 0;
  return isDeepStrictEqual(before?.spec, after?.spec) ? generation : generation + 1;
}

/** What was deleted along with an object stands beside what it was itself. */
function textOf(object: Resource | undefined, along: PlannedChange['along'] = []): string | null {
  if (!object) return null;
  const state = masked(stateOfObject(object)) as Record<string, unknown>;
  return JSON.stringify(along.length > 0 ? { ...state, deleted_with_it: along } : state);
}

/** Whether the API server said no. Anything else may have happened after all. */
const isRefusal = (error: unknown): boolean =>
  error instanceof KubernetesError && error.status >= 400 && error.status < 500;
