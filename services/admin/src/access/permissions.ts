import { ROLES } from '@aicp/contracts/snapshot/fragments';
import type { Principal, Role } from './principal.ts';

export const VERBS = ['read', 'write', 'approve'] as const;
export type Verb = (typeof VERBS)[number];

/**
 * How far a permission reaches: `all` objects; those of one's own `organization` (and, for reading, the platform's); those of one's own
 * `teams`; one's `own`.
 */
export type Scope = 'all' | 'organization' | 'teams' | 'own';

type Grants = Readonly<Partial<Record<Role, Scope>>>;
type Table = Readonly<Record<string, Readonly<Partial<Record<Verb, Grants>>>>>;

const PLATFORM = { platform_admin: 'all' } as const;
/** What org_admin runs within its organization. */
const ORGANIZATION = { ...PLATFORM, org_admin: 'organization' } as const;
/** What everybody in the organization may look at. */
const EVERYBODY = {
  ...ORGANIZATION,
  team_admin: 'organization',
  member: 'organization',
  viewer: 'organization',
} as const;
/** What those who run or watch the organization may look at. */
const STAFF = { ...ORGANIZATION, team_admin: 'organization', viewer: 'organization' } as const;

const governed = { read: STAFF, write: ORGANIZATION } as const;
const shared = { read: EVERYBODY, write: ORGANIZATION } as const;

/**
 * THE table: which role may do what, and how far that reaches. Routes name a permission (`teams:write`), `/auth/me` lists them, and a
 * test holds every route against every role.
 */
export const PERMISSIONS = {
  /** Below the platform, of a provider no more than its name and type. */
  providers: { read: EVERYBODY, write: PLATFORM },
  settings: { read: PLATFORM, write: PLATFORM },
  license: { write: PLATFORM },
  models: shared,
  deprecations: shared,
  api_keys: {
    read: { ...ORGANIZATION, team_admin: 'teams', member: 'own', viewer: 'organization' },
    write: { ...ORGANIZATION, team_admin: 'teams', member: 'own' },
  },
  teams: {
    read: { ...EVERYBODY, team_admin: 'teams', member: 'teams' },
    write: { ...ORGANIZATION, team_admin: 'teams' },
  },
  organizations: { read: EVERYBODY, write: ORGANIZATION },
  business_units: { read: STAFF, write: ORGANIZATION },
  users: { read: { ...ORGANIZATION, team_admin: 'teams', viewer: 'organization' } },
  audit_logs: { read: ORGANIZATION },
  budgets: { read: { ...STAFF, team_admin: 'teams' }, write: ORGANIZATION },
  prompts: { read: EVERYBODY, write: ORGANIZATION, approve: ORGANIZATION },
  rate_limits: governed,
  routing_policies: governed,
  access_tiers: shared,
  access_requests: {
    read: { ...ORGANIZATION, team_admin: 'teams', member: 'own', viewer: 'organization' },
    write: { ...ORGANIZATION, team_admin: 'teams', member: 'own' },
    approve: ORGANIZATION,
  },
  cost_allocation_rules: governed,
  sla_definitions: governed,
  failover_rules: governed,
  ab_tests: governed,
  event_subscriptions: { read: ORGANIZATION, write: ORGANIZATION },
  detectors: governed,
  guardrails: governed,
  mcp_servers: shared,
  agents: shared,
  workflows: shared,
} as const satisfies Table;

export type Resource = keyof typeof PERMISSIONS;

/** `resource:verb`, for the pairs that the table has. */
export type Permission = {
  [R in Resource]: `${R}:${keyof (typeof PERMISSIONS)[R] & Verb}`;
}[Resource];

/** How far a role's permission reaches; undefined: the role does not have it. */
export function scopeOf(role: Role, permission: Permission): Scope | undefined {
  const [resource = '', verb = ''] = permission.split(':');
  const grants = (PERMISSIONS as Table)[resource]?.[verb as Verb];
  return grants?.[role];
}

/** Every permission there is, sorted. */
export const ALL_PERMISSIONS: readonly Permission[] = Object.entries(PERMISSIONS as Table)
  .flatMap(([resource, verbs]) => Object.keys(verbs).map((verb) => `${resource}:${verb}`))
  .sort() as Permission[];

const byRole = new Map(
  ROLES.map((role) => [
    role,
    new Set<string>(ALL_PERMISSIONS.filter((permission) => scopeOf(role, permission))),
  ]),
);

/** What a role may do, whatever it reaches. */
export const permissionsOf = (role: Role): ReadonlySet<string> => byRole.get(role) ?? new Set();

/** Whether somebody has a permission at all; how far it reaches is `scopeOf`. */
export const can = (principal: Principal, permission: Permission): boolean =>
  principal.permissions.has(permission);

/** From the least to the most. */
const RANKS: readonly Role[] = ['viewer', 'member', 'team_admin', 'org_admin', 'platform_admin'];

/** Whether a role grants nothing that `own` lacks: nobody gives more than he has. */
export const isWithin = (role: Role, own: Role): boolean =>
  RANKS.indexOf(role) <= RANKS.indexOf(own);
