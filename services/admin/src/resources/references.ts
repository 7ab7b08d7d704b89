import { kindNamed } from '@aicp/crds/kinds';
import type { Spec } from './collection.ts';
import type { ObjectStore } from './store.ts';

/** Fields that hold the name of an object with a slug, alone or in a list, and its kind. */
export const REFERENCES: Readonly<Record<string, string>> = {
  organizationId: 'Organization',
  businessUnitId: 'BusinessUnit',
  teamId: 'Team',
  allowedTeams: 'Team',
  teams: 'Team',
};
/**
 * What becomes of an object when what a field of it names is deleted. `part`: it belongs to that and always goes along. `goes`: it stands
 * in the way, and a cascade takes it along. `stays`: it stands in the way, and outlives a cascade, since what it forbids or limits must
 * not end with one of the names in it; its conditions say what is missing.
 */
export type Fate = 'part' | 'goes' | 'stays';

export interface Pointer {
  /** Where the name stands in the spec: `createdBy.key`. */
  readonly path: readonly string[];
  /** The kind that is named. A Model goes by its id and aliases too. */
  readonly to: string;
  readonly fate: Fate;
}

const pointer = (path: string, to: string, fate: Fate = 'goes'): Pointer => ({
  path: path.split('.'),
  to,
  fate,
});

/** Fields of every kind that it stands on. */
const OWNERS: readonly Pointer[] = [
  pointer('organizationId', 'Organization'),
  pointer('businessUnitId', 'BusinessUnit'),
  pointer('teamId', 'Team'),
];

/** Further fields, by kind. Lists of several names are not here: what is missing from one is skipped, and a condition says so. */
const STANDS_ON: Readonly<Record<string, readonly Pointer[]>> = {
  ABTest: [pointer('baseModel', 'Model'), pointer('variantModel', 'Model')],
  APIKey: [pointer('createdBy.key', 'APIKey', 'part')],
  AccessGrant: [pointer('tierId', 'AccessTier')],
  Budget: [pointer('downgradeTo', 'Model', 'stays')],
  ControlPlane: [pointer('defaultModel', 'Model', 'stays')],
  FailoverRule: [pointer('sourceModel', 'Model'), pointer('targetModel', 'Model')],
  Model: [pointer('provider', 'Provider')],
  ModelDeprecation: [pointer('replacementModel', 'Model', 'stays')],
  PromptVersion: [pointer('prompt', 'PromptTemplate', 'part')],
  RoutingPolicy: [
    pointer('targetModels', 'Model', 'stays'),
    pointer('config.targetModels', 'Model', 'stays'),
    pointer('config.model', 'Model', 'stays'),
    pointer('config.fallbacks', 'Model', 'stays'),
    pointer('config.models', 'Model', 'stays'),
  ],
  SLADefinition: [pointer('provider', 'Provider')],
};

/** Fields whose kind another field says. */
const STANDS_ON_NAMED: Readonly<Record<string, { readonly field: string; readonly by: string }>> = {
  Budget: { field: 'entityId', by: 'entityType' },
  RateLimitPolicy: { field: 'scopeValue', by: 'scope' },
};

/** Every field by which an object of a kind stands on another one. */
export function pointersOf(kind: string, spec: Spec): readonly Pointer[] {
  const named = STANDS_ON_NAMED[kind];
  const to = named && { ...NAMED, key: 'APIKey', model: 'Model' }[String(spec[named.by])];
  const more = named && to ? [pointer(named.field, to, to === 'Model' ? 'stays' : 'goes')] : [];
  return [...OWNERS, ...(STANDS_ON[kind] ?? []), ...more];
}

/** Fields with such fields below them. */
const HOLDERS = new Set(['appliesTo', 'sso', 'roleMapping']);
/** What a budget's `entityType` and a rate limit's `scope` say that their value names. */
const NAMED: Readonly<Record<string, string>> = {
  organization: 'Organization',
  business_unit: 'BusinessUnit',
  team: 'Team',
};

/**
 * The fields that were sent, with names in place of slugs wherever an object has that slug. What does not exist stays as it is. `whole`
 * is the spec that they go into: what they name is looked for in its organization first.
 */
export function withNames(store: ObjectStore, sent: Spec, whole: Spec): Spec {
  const organization = nameOf(store, 'Organization', whole['organizationId']);
  const name = (kind: string | undefined, value: unknown): unknown =>
    kind === undefined ? value : nameOf(store, kind, value, organization);
  const visit = (value: unknown, field: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => visit(item, field));
    if (typeof value === 'string') return name(REFERENCES[field], value);
    if (!HOLDERS.has(field) || typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, visit(one, key)]));
  };
  const named = Object.entries(sent).map(([field, value]) => {
    if (field === 'entityId') return [field, name(NAMED[String(whole['entityType'])], value)];
    if (field === 'scopeValue') return [field, name(NAMED[String(whole['scope'])], value)];
    return [field, visit(value, field)];
  });
  return Object.fromEntries(named) as Spec;
}

/**
 * Objects of different organizations may share a slug: the spec's own organization is meant, else the platform's; for an object of the
 * platform, any.
 */
function nameOf(store: ObjectStore, kind: string, value: unknown, organization?: unknown): unknown {
  if (typeof value !== 'string') return value;
  const of = (owner: unknown) =>
    store.find(kindNamed(kind), value, ({ spec }) => spec['organizationId'] === owner);
  const near = of(organization) ?? of(undefined);
  const found = near ?? (organization === undefined ? store.find(kindNamed(kind), value) : near);
  return found?.metadata.name ?? value;
}
