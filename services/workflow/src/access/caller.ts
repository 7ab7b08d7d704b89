import type { KnownKey } from '@aicp/api-kit/access/keys-by-section';
import type { Role } from '@aicp/api-kit/access/principal';
import type { Delegator, ExecutionStep } from '@aicp/contracts/delegation/assertion';
import type { PeopleBook } from '@aicp/contracts/people/people-book';

/** Who started an execution: its steps are that caller's requests. */
export interface Starter {
  readonly delegator: Delegator;
  /** metadata.name of the key, or the name of the person. */
  readonly name: string;
  /** Whom the key says that it is used by, which gives it no rights; absent: nobody, or it is no key. */
  readonly user?: string | undefined;
}

/** Who asks. */
export interface Caller extends Starter {
  /** The same for the same key or person. */
  readonly id: string;
  readonly role: Role;
  /** metadata.name of the Organization; undefined: the platform's. */
  readonly organization: string | undefined;
  /** metadata.uid of that Organization: another one of the same name is not meant; '': the platform's. */
  readonly organizationUid: string;
  /** metadata.name of the Team; undefined: it is in none. */
  readonly team: string | undefined;
  /** metadata.uid of that Team; '': it is in none that is there. */
  readonly teamUid: string;
  /** Nobody showed a credential: the built-in key stands for whoever it is. */
  readonly isAnonymous: boolean;
  /** The step of an execution that sends the request for them; absent: they send it themselves. */
  readonly asksFor?: Pick<ExecutionStep, 'id' | 'step'> | undefined;
}

/** Where organizations and teams are looked up. */
type Accounts = Pick<PeopleBook, 'organization' | 'team'>;

/** metadata.uid of the Organization that a key belongs to; '': the platform; undefined where nobody can tell. */
export const organizationUidOf = (
  { organization, boundTo }: Pick<KnownKey, 'organization' | 'boundTo'>,
  accounts: Pick<Accounts, 'organization'>,
): string | undefined =>
  organization === undefined
    ? ''
    : (boundTo?.organizationUid ?? accounts.organization(organization)?.source.uid);

function teamUidOf(
  { organization, team }: Partial<Pick<Caller, 'organization' | 'team'>>,
  accounts: Accounts,
): string {
  const found = team === undefined ? undefined : accounts.team(team);
  return found && found.organization === organization ? found.source.uid : '';
}

/** The holder of a key; undefined where its organization is one that nobody can tell. */
export function callerOfKey(
  key: KnownKey,
  accounts: Accounts,
  isAnonymous = false,
): Caller | undefined {
  const organizationUid = organizationUidOf(key, accounts);
  if (organizationUid === undefined) return undefined;
  return {
    id: `key ${key.uid}`,
    delegator: { type: 'key', uid: key.uid, generation: key.tokenGeneration ?? 0 },
    name: key.id,
    user: key.user,
    role: key.role,
    organization: key.organization,
    organizationUid,
    team: key.team,
    teamUid: teamUidOf(key, accounts),
    isAnonymous,
  };
}

/** A person, with the role that the organization gives; undefined where it is gone, or is another one by now. */
export function callerOfPerson(
  delegator: Extract<Delegator, { type: 'person' }>,
  role: Role,
  accounts: Accounts,
): Caller | undefined {
  const { organization, team, user, signOn } = delegator;
  const organizationUid = accounts.organization(organization)?.source.uid;
  if (organizationUid === undefined) return undefined;
  if ((signOn.organizationUid ?? organizationUid) !== organizationUid) return undefined;
  return {
    id: `person ${organizationUid} ${user}`,
    // Its steps are nobody's in an organization that takes the name afterwards.
    delegator: { ...delegator, signOn: { ...signOn, organizationUid } },
    name: user,
    role,
    organization,
    organizationUid,
    team,
    teamUid: teamUidOf(delegator, accounts),
    isAnonymous: false,
  };
}

/** What is looked at of an execution before somebody is told of it. */
export interface Owned {
  /** metadata.uid of the Organization; '' stands for the platform; null: an earlier version noted none, and it is shown to the platform's administrators alone. */
  readonly organization_uid: string | null;
  /** metadata.uid of the Team; '' stands for none. */
  readonly team_uid: string | null;
  readonly starter_id: string;
  readonly is_anonymous: boolean;
}

/** Which executions a caller sees; undefined: all. What it does not say is not asked for. */
export type Reach = { readonly [Name in keyof Owned]?: NonNullable<Owned[Name]> } | undefined;

const OF_ORGANIZATION: readonly Role[] = ['org_admin', 'finance', 'viewer'];

/** Without credentials, what was started so; a platform administrator all, administrators and readers of an organization its own, who administers a team that team's, everybody else what they started. */
export function reachOf(caller: Caller): Reach {
  const { role, organizationUid, teamUid } = caller;
  if (caller.isAnonymous) return { is_anonymous: true };
  if (role === 'platform_admin') return undefined;
  const own = { is_anonymous: false, organization_uid: organizationUid };
  if (OF_ORGANIZATION.includes(role) && organizationUid !== '') return own;
  if (role === 'team_admin' && teamUid !== '') return { ...own, team_uid: teamUid };
  return { ...own, starter_id: caller.id };
}

/** Whether a caller may see an execution. */
export function sees(caller: Caller, execution: Owned): boolean {
  const reach = reachOf(caller);
  return Object.entries(reach ?? {}).every(
    ([name, value]) => execution[name as keyof Owned] === value,
  );
}

const READ_ONLY: readonly Role[] = ['finance', 'viewer'];

/** Whether a caller may start, cancel and retry executions that it sees. */
export const mayStart = ({ role }: Pick<Caller, 'role'>): boolean => !READ_ONLY.includes(role);

/** Whether a caller is an administrator of what an execution belongs to. */
export const administers = (
  { role, organizationUid }: { readonly role: Role; readonly organizationUid: string | undefined },
  execution: Pick<Owned, 'organization_uid'>,
): boolean =>
  role === 'platform_admin' ||
  (role === 'org_admin' && organizationUid !== '' && isOf({ organizationUid }, execution));

/** Whether somebody belongs to the very organization that an execution belongs to, or both to the platform. */
export const isOf = (
  { organizationUid }: { readonly organizationUid: string | undefined },
  execution: Pick<Owned, 'organization_uid'>,
): boolean => organizationUid !== undefined && organizationUid === execution.organization_uid;

/** Whether steps of an execution can name somebody: in its own organization, or as an administrator of the platform, whose names no organization can take. */
export const mayBeNamed = (
  who: { readonly role: Role; readonly organizationUid: string | undefined },
  execution: Pick<Owned, 'organization_uid'>,
): boolean => who.role === 'platform_admin' || isOf(who, execution);
