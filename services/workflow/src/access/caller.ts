import type { KnownKey } from '@aicp/api-kit/access/keys-by-section';
import type { Role } from '@aicp/api-kit/access/principal';
import type { Delegator, ExecutionStep } from '@aicp/contracts/delegation/assertion';

/** Who started an execution: its steps are that caller's requests. */
export interface Starter {
  readonly delegator: Delegator;
  /** Name of the key, or of the person. */
  readonly name: string;
}

/** Who asks. */
export interface Caller extends Starter {
  /** The same for the same key or person. */
  readonly id: string;
  readonly role: Role;
  /** metadata.name of the Organization; undefined: the platform's. */
  readonly organization: string | undefined;
  /** metadata.name of the Team; undefined: it is in none. */
  readonly team: string | undefined;
  /** Nobody showed a credential: the built-in key stands for whoever it is. */
  readonly isAnonymous: boolean;
  /** The step of an execution that sends the request for them; absent: they send it themselves. */
  readonly asksFor?: Pick<ExecutionStep, 'id' | 'step'> | undefined;
}

export const callerOfKey = (key: KnownKey, isAnonymous = false): Caller => ({
  id: `key ${key.uid}`,
  delegator: { type: 'key', uid: key.uid, generation: key.tokenGeneration ?? 0 },
  name: key.user ?? key.id,
  role: key.role,
  organization: key.organization,
  team: key.team,
  isAnonymous,
});

/** A person, with the role that the organization gives. */
export const callerOfPerson = (
  delegator: Extract<Delegator, { type: 'person' }>,
  role: Role,
): Caller => ({
  id: `person ${delegator.organization} ${delegator.user}`,
  delegator,
  name: delegator.user,
  role,
  organization: delegator.organization,
  team: delegator.team,
  isAnonymous: false,
});

/** What is looked at of an execution before somebody is told of it. */
export interface Owned {
  /** '' stands for the platform. */
  readonly organization: string;
  /** '' stands for none. */
  readonly team: string;
  readonly starter_id: string;
  readonly is_anonymous: boolean;
}

/** Which executions a caller sees; undefined: all. What it does not say is not asked for. */
export type Reach = Readonly<Partial<Owned>> | undefined;

const OF_ORGANIZATION: readonly Role[] = ['org_admin', 'finance', 'viewer'];

/** Without credentials, what was started so; a platform administrator all, administrators and readers of an organization its own, who administers a team that team's, everybody else what they started. */
export function reachOf(caller: Caller): Reach {
  const { role, organization = '', team = '' } = caller;
  if (caller.isAnonymous) return { is_anonymous: true };
  if (role === 'platform_admin') return undefined;
  const own = { is_anonymous: false, organization };
  if (OF_ORGANIZATION.includes(role) && organization !== '') return own;
  if (role === 'team_admin' && team !== '') return { ...own, team };
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
  { role, organization = '' }: Partial<Pick<Caller, 'organization'>> & Pick<Caller, 'role'>,
  execution: Pick<Owned, 'organization'>,
): boolean =>
  role === 'platform_admin' ||
  (role === 'org_admin' && organization !== '' && organization === execution.organization);
