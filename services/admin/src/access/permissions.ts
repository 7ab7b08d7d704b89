import { kinds } from '@aicp/crds/kinds';
import type { KindApi } from '@aicp/crds/kit/kind';
import { ROLES } from '@aicp/contracts/snapshot/sections/keys';
import type { Principal, Role } from '@aicp/api-kit/access/principal';

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

/** What finance looks after too. */
const FINANCE = { finance: 'organization' } as const;

/**
 * Which role may do what, and how far that reaches, where it does not follow from the kind. Routes name a permission (`teams:write`),
 * `/auth/me` lists them, and a test holds every route against every role.
 */
const OWN = {
  /** Below the platform, of a provider no more than its name and type. */
  providers: { read: EVERYBODY, write: PLATFORM },
  settings: { read: PLATFORM, write: PLATFORM },
  license: { write: PLATFORM },
  api_keys: {
    read: { ...ORGANIZATION, team_admin: 'teams', member: 'own', viewer: 'organization' },
    write: { ...ORGANIZATION, team_admin: 'teams', member: 'own' },
  },
  teams: {
    read: { ...EVERYBODY, ...FINANCE, team_admin: 'teams', member: 'teams' },
    write: { ...ORGANIZATION, team_admin: 'teams' },
  },
  users: { read: { ...ORGANIZATION, team_admin: 'teams', viewer: 'organization' } },
  audit_logs: { read: ORGANIZATION },
  budgets: { read: { ...STAFF, ...FINANCE, team_admin: 'teams' }, write: ORGANIZATION },
  /** How limits stand for somebody's requests; the policies themselves are `rate_limits`. */
  limits: { read: { ...STAFF, team_admin: 'teams', member: 'own' } },
  prompts: { read: EVERYBODY, write: ORGANIZATION, approve: ORGANIZATION },
  /** Chargeback reports: who pays for what. */
  chargeback: {
    read: { ...ORGANIZATION, ...FINANCE, viewer: 'organization' },
    write: { ...ORGANIZATION, ...FINANCE },
  },
  /** What was used, and what it cost. */
  usage: { read: { ...STAFF, ...FINANCE, team_admin: 'teams', member: 'own' } },
  /** How requests were routed, and why. */
  decisions: { read: { ...STAFF, team_admin: 'teams', member: 'own' } },
  /** Chats with models, which cost: who only reads has none. What a key may do at a gateway does not depend on its role. */
  playground: { write: { ...ORGANIZATION, team_admin: 'teams', member: 'own' } },
  /** Executions of workflows, which cost; the workflows themselves are `workflows`. */
  executions: {
    read: { ...STAFF, team_admin: 'teams', member: 'own' },
    write: { ...ORGANIZATION, team_admin: 'teams', member: 'own' },
  },
  access_requests: {
    read: { ...ORGANIZATION, team_admin: 'teams', member: 'own', viewer: 'organization' },
    write: { ...ORGANIZATION, team_admin: 'teams', member: 'own' },
    approve: ORGANIZATION,
  },
} as const satisfies Table;

const READERS = { everybody: EVERYBODY, staff: STAFF, administrators: ORGANIZATION } as const;

/** Of the kinds below, those that finance reads: whose spend is told, what it is made of, and by which rules it is divided. */
const READ_BY_FINANCE: readonly string[] = [
  'organizations',
  'business_units',
  'models',
  'price_catalogs',
  'cost_allocation_rules',
];
const WRITTEN_BY_FINANCE: readonly string[] = ['cost_allocation_rules'];

function grantsOfKind(permission: string, readers: Grants) {
  const ofFinance = (names: readonly string[]): Grants =>
    names.includes(permission) ? FINANCE : {};
  return {
    read: { ...readers, ...ofFinance(READ_BY_FINANCE) },
    write: { ...ORGANIZATION, ...ofFinance(WRITTEN_BY_FINANCE) },
  };
}

/** Of the kinds whose objects the administrators of an organization write, and that say themselves who reads them. */
const OF_KINDS: Table = Object.fromEntries(
  kinds.flatMap(({ api }) =>
    api?.readers
      ? [[api.permission, grantsOfKind(api.permission, READERS[api.readers])] as const]
      : [],
  ),
);

const TABLE: Table = { ...OF_KINDS, ...OWN };

type OwnPermission = {
  [R in keyof typeof OWN]: `${R}:${keyof (typeof OWN)[R] & Verb}`;
}[keyof typeof OWN];

/** Made by `permissionTo` alone, so that no route names one that there is not. */
type KindPermission = `${string}:${Verb}` & { readonly isOfKind: true };

/** `resource:verb`. */
export type Permission = OwnPermission | KindPermission;

/** The permission to read or write the objects of a collection. */
export const permissionTo = (
  verb: 'read' | 'write',
  { permission }: Pick<KindApi, 'permission'>,
): Permission => `${permission}:${verb}` as KindPermission;

/** How far a role's permission reaches; undefined: the role does not have it. */
export function scopeOf(role: Role, permission: Permission): Scope | undefined {
  const [resource = '', verb = ''] = permission.split(':');
  const grants = TABLE[resource]?.[verb as Verb];
  return grants?.[role];
}

/** Every permission there is, sorted. */
export const ALL_PERMISSIONS: readonly Permission[] = Object.entries(TABLE)
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
