import type { AuditDraft, EntryOwner } from '@aicp/api-kit/audit/audit-entry';
import { masked } from '@aicp/api-kit/audit/mask';
import type { Observation } from '@aicp/contracts/audit/observation';
import type { NameObject } from '../records/audit-naming.ts';
import { draftOfIntent, ownerOfIntent, stateOf, type Intent } from '../records/intent-store.ts';
import type { Seen } from '../records/seen-store.ts';
import { ownerOfObservation } from './owner-of-observation.ts';

export interface Case {
  readonly observation: Observation;
  readonly seen: Seen | undefined;
  /** The open intent that the object names, or the open one to delete it. */
  readonly intent: Intent | undefined;
  readonly name: NameObject;
  readonly now: Date;
}

export interface AuditFindings {
  readonly entries: readonly AuditDraft[];
  /** The state to keep; absent: as it is. */
  readonly seen?: Seen;
  /** Whether the intent's entry is among these. */
  readonly isAnnounced?: true;
}

const NOTHING: AuditFindings = { entries: [] };

/**
 * What an observation means: which entries it makes, and by whom. Each change counts once. A change is of an intent's author only if the
 * intent is open and of this very object; a settled, unknown or copied one proves nothing, and the field manager is named.
 */
export function entriesOfObservation(one: Case): AuditFindings {
  return one.observation.state === null ? findingsOfDeletion(one) : findingsOfState(one);
}

function findingsOfState(one: Case): AuditFindings {
  const { observation, seen, intent } = one;
  const isNews = !seen || isNewsTo(seen, observation);
  const next = isNews ? { seen: seenOf(one) } : {};
  if (intent && isOfThisObject(intent, observation)) {
    return { entries: announced(one, intent), isAnnounced: true, ...next };
  }
  if (!isNews) return NOTHING;
  if (!seen) return { entries: [byManager(one, null, 'create')], ...next };
  if (seen.stamp === observation.stamp) return { entries: [], ...next };
  return { entries: [byManager(one, seen.state, 'update')], ...next };
}

const isNewsTo = (seen: Seen, { resourceVersion }: Observation): boolean =>
  seen.deletedAt === null && isLater(resourceVersion, seen.resourceVersion);

/** The entry of an intent; and one more where somebody else's change came on top before anybody looked. */
function announced(one: Case, intent: Intent): AuditDraft[] {
  const { observation } = one;
  if (observation.generation <= Number(intent.generation)) {
    return [draftOfIntent(intent, { uid: observation.uid, after: stateIn(observation) })];
  }
  const planned = stateOf(intent.after);
  return [
    draftOfIntent(intent, { uid: observation.uid, after: planned }),
    byManager(one, planned, 'update'),
  ];
}

function isOfThisObject(
  intent: Intent,
  { kind, name, uid, resourceVersion }: Observation,
): boolean {
  if (intent.kind !== kind || intent.name !== name || intent.action === 'delete') return false;
  if (intent.uid === null) return true;
  const { resource_version: before } = intent;
  return intent.uid === uid && (before === null || isLater(resourceVersion, before));
}

function findingsOfDeletion(one: Case): AuditFindings {
  const { observation, seen, intent, now } = one;
  if (seen?.deletedAt) return NOTHING;
  const gone = { ...(seen ?? seenOf(one)), deletedAt: now };
  if (intent && isDeletionOf(intent, observation)) {
    const entry = draftOfIntent(intent, { uid: observation.uid, after: null });
    return { entries: [entry], isAnnounced: true, seen: gone };
  }
  // Kubernetes keeps no note of who deleted.
  return { entries: [byManager(one, seen?.state ?? null, 'delete')], seen: gone };
}

/** The API deletes only the version that it read: what was changed since was deleted by somebody else. */
const isDeletionOf = (intent: Intent, { uid, resourceVersion }: Observation): boolean =>
  intent.action === 'delete' &&
  intent.uid === uid &&
  intent.resource_version !== null &&
  !isLater(resourceVersion, intent.resource_version);

function byManager(
  one: Case,
  before: Seen['state'] | null,
  action: 'create' | 'update' | 'delete',
): AuditDraft {
  const { observation, name } = one;
  const after = stateIn(observation);
  const spec = (after ?? before)?.['spec'] as Record<string, unknown> | undefined;
  return {
    ...name({ kind: observation.kind, name: observation.name, spec: spec ?? {} }),
    ...ownerIn(one),
    user_id: action === 'delete' ? null : observation.manager,
    key_id: null,
    action,
    changes: { before, after },
    source: sourceOf(observation),
    ip: null,
    request_id: null,
  };
}

/** The operator deletes nothing. */
function sourceOf({ isGitOps, manager, state }: Observation): AuditDraft['source'] {
  if (isGitOps) return 'gitops';
  return state !== null && manager === 'aicp-operator' ? 'system' : 'kubectl';
}

const stateIn = ({ state }: Observation): Seen['state'] | null =>
  state && (masked(state) as Seen['state']);

/** What was known of it before: from what was seen, else from who announced its creation. */
function ownerIn({ observation, seen, intent }: Case): EntryOwner {
  const announced =
    intent && isOfThisObject(intent, observation)
      ? ownerOfIntent(intent, observation.uid)
      : undefined;
  return ownerOfObservation(observation, seen?.owner ?? announced, seen?.state);
}

const seenOf = (one: Case): Seen => seenIn(one.observation, ownerIn(one));

const seenIn = (observation: Observation, owner: EntryOwner): Seen => ({
  uid: observation.uid,
  kind: observation.kind,
  name: observation.name,
  resourceVersion: observation.resourceVersion,
  stamp: observation.stamp,
  state: stateIn(observation) ?? {},
  owner,
  deletedAt: null,
});

/** Whether a resourceVersion is of a later moment than another. Those that are no numbers can't be ordered: another one counts as later. */
export function isLater(version: string, than: string): boolean {
  if (!/^\d+$/.test(version) || !/^\d+$/.test(than)) return version !== than;
  return BigInt(version) > BigInt(than);
}
