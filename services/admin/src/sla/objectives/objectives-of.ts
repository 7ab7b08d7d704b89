import { recordedOwner } from '../../resources/owners.ts';
import type { StoredObject } from '../../resources/stored-object.ts';
import type { Objective, SlaMetric, Target } from './objective.ts';
import { toldApart } from './told-apart.ts';

/** The objects that say what is promised. */
export interface Promised {
  readonly definitions: readonly StoredObject[];
  readonly models: readonly StoredObject[];
  readonly providers: readonly StoredObject[];
}

const FIELDS: readonly (readonly [field: string, metric: SlaMetric])[] = [
  ['targetP50Ms', 'p50_ms'],
  ['targetP95Ms', 'p95_ms'],
  ['targetP99Ms', 'p99_ms'],
  ['targetTtftMs', 'ttft_p95_ms'],
  ['targetErrorRate', 'error_rate'],
  ['targetAvailability', 'availability'],
];
const DEFAULT_WINDOW_MINUTES = 60;

/**
 * What is promised of which models. Of several definitions of one owner, the longest pattern takes a model, and an id before a pattern; of two with the same pattern the
 * older. An organization's definition at a provider of the platform is about the platform's models and its own: the names of others' are none of its business. An own one counts
 * there as far as its facts are told apart. The default of a Model counts where no definition of the same owner takes it.
 */
export function objectivesOf({ definitions, models, providers }: Promised): Objective[] {
  const byName = new Map(providers.map((one) => [one.metadata.name, one]));
  const inOrder = [...definitions].sort(byPrecedence);
  const taken = new Map(definitions.map((one) => [one, new Map<string, number>()]));
  const defaults: Objective[] = [];
  for (const about of inUse(models, byName)) {
    const takers = takersOf(inOrder, about);
    const id = text(about.model.spec['modelId']);
    for (const taker of takers.values()) taken.get(taker)?.set(id, sinceFor(taker, about));
    const byDefault = defaultOf(about);
    if (byDefault && !takers.has(byDefault.organization ?? '')) defaults.push(byDefault);
  }
  return [
    ...[...taken].flatMap(([definition, ids]) => objectiveOf(definition, ids, byName)),
    ...defaults,
  ];
}

/** A model at its provider, and since when its facts are its own: 0 of one whose owner also has the provider, undefined where they are not told apart. */
interface About {
  readonly model: StoredObject;
  readonly provider: StoredObject;
  readonly sinceMs: number | undefined;
}

/** The platform sees all facts of an id. */
const sinceFor = (taker: StoredObject, { sinceMs = 0 }: About): number =>
  ownerOf(taker) === undefined ? 0 : sinceMs;

/** The models that are in use, of providers that there are. */
function inUse(
  models: readonly StoredObject[],
  providers: ReadonlyMap<string, StoredObject>,
): readonly About[] {
  const ownSince = toldApart(models);
  return models.flatMap((model) => {
    const provider = providers.get(text(model.spec['provider']));
    if (!provider || model.spec['isActive'] === false) return [];
    const isGuest = ownerOf(model) !== undefined && ownerOf(provider) === undefined;
    return [{ model, provider, sinceMs: isGuest ? ownSince(model) : 0 }];
  });
}

/** Which definition of each owner ('' is the platform) is about a model. */
function takersOf(
  inOrder: readonly StoredObject[],
  about: About,
): ReadonlyMap<string, StoredObject> {
  const takers = new Map<string, StoredObject>();
  for (const definition of inOrder) {
    const owner = text(definition.spec['organizationId']);
    if (!takers.has(owner) && isAbout(definition, about)) takers.set(owner, definition);
  }
  return takers;
}

function objectiveOf(
  definition: StoredObject,
  models: ReadonlyMap<string, number>,
  providers: ReadonlyMap<string, StoredObject>,
): Objective[] {
  const { metadata, spec } = definition;
  const provider = providers.get(text(spec['provider']));
  return [
    {
      kind: 'SLADefinition',
      uid: metadata.uid ?? '',
      name: metadata.name,
      organization: ownerOf(definition),
      organizationUid: recordedOwner(definition)?.organizationUid,
      provider: text(spec['provider']),
      models: [...models.keys()].sort(),
      modelsSinceMs: new Map([...models].filter(([, sinceMs]) => sinceMs > 0)),
      windowMinutes: Number(spec['evaluationWindowMinutes'] ?? DEFAULT_WINDOW_MINUTES),
      targets: FIELDS.flatMap(([field, metric]): Target[] => {
        const value = spec[field];
        return value === undefined ? [] : [{ metric, value: Number(value) }];
      }),
      alertChannels: (spec['alertChannels'] ?? []) as readonly string[],
      ...(provider ? factsOf(definition, provider) : { isShared: false, sinceMs: 0 }),
    },
  ];
}

function defaultOf({ model, provider, sinceMs }: About): Objective | undefined {
  const { metadata, spec } = model;
  const ms = spec['defaultLatencySlaMs'];
  if (typeof ms !== 'number' || sinceMs === undefined) return undefined;
  const id = text(spec['modelId']);
  return {
    kind: 'Model',
    uid: metadata.uid ?? '',
    name: metadata.name,
    organization: ownerOf(model),
    organizationUid: recordedOwner(model)?.organizationUid,
    provider: provider.metadata.name,
    models: [id],
    modelsSinceMs: new Map(sinceMs > 0 ? [[id, sinceMs]] : []),
    windowMinutes: DEFAULT_WINDOW_MINUTES,
    targets: [{ metric: 'p95_ms', value: ms }],
    alertChannels: [],
    ...factsOf(model, provider),
    // Those of its own requests alone.
    isShared: false,
  };
}

/** An organization knows its own providers' facts since there was this provider; of the platform's, those of everybody. */
function factsOf(object: StoredObject, provider: StoredObject) {
  const isOwn = ownerOf(provider) !== undefined;
  const created = provider.metadata.creationTimestamp;
  return {
    isShared: ownerOf(object) !== undefined && !isOwn,
    sinceMs: isOwn && created !== undefined ? Date.parse(created) : 0,
  };
}

function isAbout({ spec }: StoredObject, { model, provider, sinceMs }: About): boolean {
  if (spec['provider'] !== provider.metadata.name) return false;
  const owner = spec['organizationId'];
  if (owner !== undefined) {
    const whose = ownerOf(provider);
    if (whose !== undefined && whose !== owner) return false;
    if (!isSeenBy(owner, model, whose) || sinceMs === undefined) return false;
  }
  return matches(text(spec['modelPattern']), text(model.spec['modelId']));
}

/** At an own provider an organization has its own models; at one of the platform, the platform's and its own. */
const isSeenBy = (owner: unknown, model: StoredObject, whose: string | undefined): boolean =>
  ownerOf(model) === whose || (whose === undefined && ownerOf(model) === owner);

/** Whether a pattern, an id or the beginning of one with `*` after it, is of a model. */
const matches = (pattern: string, id: string): boolean =>
  pattern.endsWith('*') ? id.startsWith(pattern.slice(0, -1)) : id === pattern;

/** Which definition takes a model that several are about comes first. */
function byPrecedence(a: StoredObject, b: StoredObject): number {
  const more = precedenceOf(b) - precedenceOf(a);
  if (more > 0 || more < 0) return more;
  return ageOf(a) < ageOf(b) ? -1 : 1;
}

const precedenceOf = ({ spec }: StoredObject): number => {
  const pattern = text(spec['modelPattern']);
  return pattern.endsWith('*') ? pattern.length - 1 : Infinity;
};

const ageOf = ({ metadata }: StoredObject): string =>
  `${metadata.creationTimestamp ?? ''} ${metadata.name}`;

const ownerOf = ({ spec }: StoredObject): string | undefined =>
  typeof spec['organizationId'] === 'string' ? spec['organizationId'] : undefined;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
