import { z } from 'zod';

/** Whose an object is, as far as who looks at it can tell. */
export const observedOwner = z.object({
  /** metadata.name of the Organization; null: the platform. */
  organization: z.string().max(253).nullable(),
  /** metadata.uid of that Organization; null where there is none of that name. */
  organizationUid: z.string().max(128).nullable(),
  /** Whether the operator bound the object to it. Otherwise it is only what the object names now. */
  isBound: z.boolean(),
});
export type ObservedOwner = z.output<typeof observedOwner>;

/** What is there now, for objects that nobody bound yet. */
export interface OwnerLookup {
  /** metadata.uid of the Organization of this name. */
  organizationUid(name: string): string | undefined;
  team(name: string): ObservedObject | undefined;
}

const recordedOwner = z.object({
  objectUid: z.string(),
  organization: z.string().optional(),
  organizationUid: z.string().optional(),
});
const withOwner = z.object({ owner: recordedOwner });
const accounts = z.object({
  organizationId: z.string().optional().catch(undefined),
  teamId: z.string().optional().catch(undefined),
});

/**
 * Whose an object is: the very organization that the operator bound it to; for one that it has not bound yet, or that names another
 * organization by now, the organization of that name as it is now.
 */
export function ownerSeen(
  kind: string,
  object: ObservedObject,
  lookup: OwnerLookup,
): ObservedOwner {
  const { name, uid } = object.metadata;
  if (kind === 'Organization') {
    return toOwner(name, uid, uid !== undefined);
  }
  const { organizationId, teamId } = accounts.safeParse(object.spec).data ?? {};
  const team = kind === 'APIKey' && organizationId === undefined ? teamId : undefined;
  const recorded = recordedIn(object);
  if (recorded && (team !== undefined || recorded.organization === organizationId)) {
    return toOwner(recorded.organization, recorded.organizationUid, true);
  }
  return team === undefined ? namedOwner(organizationId, lookup) : ownerOfTeam(team, lookup);
}

function ownerOfTeam(name: string, lookup: OwnerLookup): ObservedOwner {
  const team = lookup.team(name);
  const owner = team ? ownerSeen('Team', team, lookup) : namedOwner(undefined, lookup);
  return { ...owner, isBound: false };
}

const namedOwner = (name: string | undefined, lookup: OwnerLookup): ObservedOwner =>
  toOwner(name, name === undefined ? undefined : lookup.organizationUid(name), false);

const toOwner = (
  organization: string | undefined,
  uid: string | undefined,
  isBound: boolean,
): ObservedOwner => ({
  organization: organization ?? null,
  organizationUid: uid ?? null,
  isBound,
});

/** A record of another object is void: a backup or Git created this one anew. */
function recordedIn({ metadata, status }: ObservedObject) {
  const owner = withOwner.safeParse(status).data?.owner;
  return owner !== undefined && owner.objectUid === metadata.uid ? owner : undefined;
}

/** An object as the Kubernetes API answers it. */
export interface ObservedObject {
  readonly metadata: {
    readonly name: string;
    readonly uid?: string | undefined;
    readonly resourceVersion?: string | undefined;
    readonly generation?: number | undefined;
    readonly labels?: Readonly<Record<string, string>> | undefined;
    readonly annotations?: Readonly<Record<string, string>> | undefined;
    readonly managedFields?: unknown;
  };
  readonly spec?: unknown;
  readonly status?: unknown;
}
