import type { AttributeValue, Lookup } from '../../conditions/evaluate.ts';
import { cutText } from './chat-facts.ts';
import { BUDGET_REMAINING, type MoneyLeft } from './money-left.ts';
import type { Principal } from './principal.ts';
import type { RoutingModel, Resolution } from '../catalog/resolution.ts';
import type { ZonedTime } from './zoned-clock.ts';

/** The facts of a request that conditions read. */
export interface RequestFacts {
  readonly principal: Principal;
  /** What the requested name stands for. */
  readonly resolution: Resolution;
  readonly stream: boolean;
  readonly tools: boolean;
  /** The request's own `user`. */
  readonly user: string | undefined;
  /** The request’s own metadata; what stands earlier wins. */
  readonly metadata: readonly Readonly<Record<string, unknown>>[];
  /** Request headers, in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Characters of its prompt. */
  readonly promptCharacters: number;
  /** The installation's. */
  readonly environment: string | undefined;
  readonly time: () => ZonedTime;
  /** What its budgets leave; absent where no policy asks, or nothing is counted. */
  readonly money?: MoneyLeft | undefined;
  /** What is said of the request in so many words: it counts before what follows from the rest. */
  readonly stated?: ReadonlyMap<string, AttributeValue>;
  /** How the attributes are read that policies ask about, by {@link readersOf}; others are looked for by their names. */
  readonly readers?: ReadonlyMap<string, AttributeReader>;
}

/** Rough, and the same for the same request: policies must not change their mind with what was learned of a model. */
const CHARACTERS_A_TOKEN = 4;

/** The tokens of a prompt, as conditions read them. */
export const tokensOfPrompt = (characters: number): number =>
  Math.ceil(characters / CHARACTERS_A_TOKEN);

const METADATA = 'metadata.';
const HEADER = 'header.';

export type AttributeReader = (facts: RequestFacts) => AttributeValue;

const BUILT_IN: ReadonlyMap<string, AttributeReader> = new Map<string, AttributeReader>(
  Object.entries<AttributeReader>({
    model: ({ resolution }) => resolution.id,
    key: ({ principal }) => principal.key,
    team: ({ principal }) => principal.team,
    user: ({ principal, user }) => principal.user ?? user,
    organization: ({ principal }) => principal.organization,
    business_unit: ({ principal }) => principal.businessUnit,
    tier: ({ resolution }) => common(resolution, (model) => model.tier),
    provider: ({ resolution }) => common(resolution, (model) => model.provider.id),
    environment: ({ principal, environment }) =>
      own(principal.metadata, 'environment') ?? environment,
    stream: ({ stream }) => stream,
    tools: ({ tools }) => tools,
    input_tokens: ({ promptCharacters }) => tokensOfPrompt(promptCharacters),
    hour: ({ time }) => time().hour,
    weekday: ({ time }) => time().weekday,
    [BUDGET_REMAINING]: ({ money }) => money?.ofTold,
  }),
);

const BUILT_IN_NAMES = [...BUILT_IN.keys()];

const IDENTITY: readonly (readonly [name: string, read: AttributeReader])[] = [
  'model',
  'key',
  'stream',
  'tools',
  'team',
  'user',
  'organization',
  'business_unit',
  'tier',
  'provider',
  'environment',
].flatMap((name) => {
  const read = BUILT_IN.get(name);
  return read ? [[name, read] as const] : [];
});

/** What decisions show beside a user whom the request names itself, so that nobody takes it for one whose key says so. Conditions cannot ask for it. */
const CLAIMED = { user_from: 'request' } as const;

const claims = (principal: Principal, user: string | undefined): boolean =>
  principal.user === undefined && user !== undefined;

/** Attributes of a request that are there, by name. */
export type AttributeValues = Record<string, string | number | boolean>;

/** What a condition may ask of a request. */
export interface AttributeSource {
  /** Undefined where the request lacks it. */
  readonly get: Lookup;
  /** Every name that the request has or may have. */
  names(): string[];
}

/** The attributes of a request, by the names that conditions use. */
export class RequestAttributes implements AttributeSource {
  private readonly facts: RequestFacts;

  constructor(facts: RequestFacts) {
    this.facts = facts;
  }

  readonly get = (name: string): AttributeValue => {
    const stated = this.facts.stated?.get(name);
    if (stated !== undefined) return stated;
    const read = this.facts.readers?.get(name) ?? readerOf(name);
    return read?.(this.facts);
  };

  /** As the platform's policies see the request: a model that uses a platform's is that one to them, and they go by all budgets. */
  get forPlatform(): RequestAttributes {
    const { resolution, money } = this.facts;
    const base = resolution.kind === 'model' ? resolution.base : undefined;
    if (!base && !this.hidesMoney) return this;
    return new RequestAttributes({
      ...this.facts,
      resolution: base ?? resolution,
      money: money && { ...money, ofTold: money.ofAll },
    });
  }

  /** Whether the platform's policies go by budgets whose amounts the sender may not hear of. */
  get hidesMoney(): boolean {
    const { money, stated } = this.facts;
    if (money === undefined || stated?.get(BUDGET_REMAINING) !== undefined) return false;
    return money.ofAll !== money.ofTold;
  }

  /** What its budgets leave, as far as a policy asked. */
  get money(): MoneyLeft | undefined {
    return this.facts.money;
  }

  /** Whether somebody's spend that a policy asks about is not known. */
  get lacksMoney(): boolean {
    const { money, stated } = this.facts;
    return money?.isKnown === false && stated?.get(BUDGET_REMAINING) === undefined;
  }

  names(): string[] {
    const { principal, metadata, headers, stated } = this.facts;
    const keys = [principal.metadata, ...metadata].flatMap(Object.keys);
    return [
      ...BUILT_IN_NAMES,
      ...new Set(keys.map((key) => METADATA + key)),
      ...Object.keys(headers).map((header) => HEADER + header),
      ...(stated?.keys() ?? []),
    ];
  }

  /** Who asks for what: the attributes that every decision shows, as far as the request has them. */
  identity(): AttributeValues {
    const { facts } = this;
    const values: AttributeValues = {};
    for (const [name, read] of IDENTITY) {
      const value = facts.stated?.get(name) ?? read(facts);
      if (value !== undefined) values[name] = value;
    }
    return claims(facts.principal, facts.user) ? Object.assign(values, CLAIMED) : values;
  }

  /** Adds those of `names` that the request has to `values`. */
  pick(names: Iterable<string>, values: AttributeValues): AttributeValues {
    for (const name of names) {
      const value = this.get(name);
      if (value !== undefined) values[name] = value;
    }
    return values;
  }
}

/** Who asks: what is known of a request before anything else is. `user` is the request's own. */
export function askerOf(principal: Principal, user: string | undefined): AttributeValues {
  const { key, team, organization, businessUnit } = principal;
  const known = { key, team, user: principal.user ?? user, organization };
  const values: AttributeValues = {};
  for (const [name, value] of Object.entries({ ...known, business_unit: businessUnit })) {
    if (value !== undefined) values[name] = value;
  }
  return claims(principal, user) ? Object.assign(values, CLAIMED) : values;
}

/** How attributes of these names are read. A name that is taken apart once need not be for each request. */
export function readersOf(names: Iterable<string>): ReadonlyMap<string, AttributeReader> {
  const readers = new Map(BUILT_IN);
  for (const name of names) {
    const read = readerOf(name);
    if (read) readers.set(name, read);
  }
  return readers;
}

function readerOf(name: string): AttributeReader | undefined {
  const builtIn = BUILT_IN.get(name);
  if (builtIn) return builtIn;
  if (name.startsWith(METADATA)) {
    const key = name.slice(METADATA.length);
    return (facts) => metadataOf(facts, key);
  }
  if (!name.startsWith(HEADER)) return undefined;
  const header = name.slice(HEADER.length);
  return ({ headers }) => headerText(own(headers, header));
}

/** The key's own first: a client cannot override what its key says. */
function metadataOf({ principal, metadata }: RequestFacts, key: string): AttributeValue {
  const ofKey = own(principal.metadata, key);
  if (ofKey !== undefined) return ofKey;
  for (const one of metadata) {
    const value = text(own(one, key));
    if (value !== undefined) return value;
  }
  return undefined;
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  const value = record[key];
  return value !== undefined && Object.hasOwn(record, key) ? value : undefined;
}

/** No condition is as long as this: what is cut off a value can't matter to one. */
const LONGEST_VALUE = 1100;

function text(value: unknown): string | undefined {
  if (typeof value === 'string') return cutText(value, LONGEST_VALUE);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

const headerText = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value;

/** A model's property, or that of all members of a group, where they agree. */
function common(
  resolution: Resolution,
  property: (model: RoutingModel) => string | undefined,
): string | undefined {
  if (resolution.kind === 'model') return property(resolution);
  const values = new Set(resolution.members.map(({ model }) => property(model)));
  return values.size === 1 ? [...values][0] : undefined;
}
