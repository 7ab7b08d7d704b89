import type { User } from '../api/session.ts';
import type { Resource } from './resource-table.ts';
import { asRole, isWithin } from './roles.ts';

type Role = User['role'];
type Whose = Pick<User, 'role' | 'permissions' | 'organization_id'>;
type Kind = Pick<Resource, 'permission' | 'type'>;

/** An object, as far as it says whose it is. */
export interface Held {
  readonly organization_id?: string | null | undefined;
  /** Of a key: what it may do. */
  readonly role?: unknown;
}

/** Kinds of which everybody sees the platform's objects beside those of their organization, which alone are theirs to change. */
const SHARED: ReadonlySet<string> = new Set([
  ...[
    'access_tier',
    'detector',
    'guardrail',
    'model',
    'model_deprecation',
    'prompt_template',
    'provider',
  ],
  ...['rate_limit_policy', 'routing_policy', 'workflow_template'],
]);

/** Who makes and deletes objects of a kind, where that is not whoever changes them. */
const MAKERS: Readonly<Record<string, readonly Role[]>> = {
  organization: ['platform_admin'],
  team: ['platform_admin', 'org_admin'],
};

/** Who changes objects of a kind, where that is not whoever has the permission to write them: a team's administrator writes its members alone. */
const EDITORS: Readonly<Record<string, readonly Role[]>> = {
  team: ['platform_admin', 'org_admin'],
};

const holds = ({ permissions }: Whose, { permission }: Pick<Resource, 'permission'>): boolean =>
  permissions.includes(`${permission}:write`);

const isAmong = (roles: readonly Role[] | undefined, { role }: Whose): boolean =>
  roles?.includes(role) ?? true;

/** Whether somebody may make objects of a kind. */
export const mayCreate = (user: Whose, resource: Kind): boolean =>
  holds(user, resource) && isAmong(MAKERS[resource.type], user);

/** Whether somebody is told who changed an object: who writes it, be it only in part, and who reads the audit log of its organization. */
export const mayReadHistory = (user: Whose, kind: Kind, object: Held): boolean =>
  isWriter(user, kind, object) ||
  (user.permissions.includes('audit_logs:read') && isTheirs(user, kind, object));

/** Whether an object that somebody sees is theirs to write, be it only in part. */
export const isWriter = (user: Whose, resource: Kind, object: Held): boolean =>
  holds(user, resource) && (user.role === 'platform_admin' || isTheirs(user, resource, object));

/** Whether somebody may change an object that they see. */
export const mayChange = (user: Whose, resource: Kind, object: Held): boolean =>
  isWriter(user, resource, object) && isAmong(EDITORS[resource.type], user);

/** Whether somebody may delete an object that they see. */
export const mayDelete = (user: Whose, resource: Kind, object: Held): boolean =>
  mayCreate(user, resource) && mayChange(user, resource, object);

/** Of what is not shared, nobody sees more than they may change where they have the right to change any of it. */
function isTheirs(user: Whose, { type }: Kind, object: Held): boolean {
  // Nobody writes a key that may do more than they may themselves.
  if (type === 'api_key') return isWithin(roleOf(object), user.role);
  if (!SHARED.has(type)) return true;
  return user.organization_id !== null && object.organization_id === user.organization_id;
}

/** A key without a role is a member's. */
const roleOf = ({ role }: Held): string => (typeof role === 'string' ? asRole(role) : 'member');
