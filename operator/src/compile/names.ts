import type { PlatformModel, ResolvedName, Lookup } from '../kinds/kit/lookup.ts';
import { isSame } from '../memory/is-same.ts';
import { NameScope, namesOf, type NamesInput } from './name-scope.ts';
import type { Reading } from './read-spec.ts';

/** Who owns which id, alias and group alias, and which of them are served. */
export interface Names extends Pick<
  Lookup,
  'named' | 'unserved' | 'isPlatformName' | 'isAnybodysName' | 'platformModel'
> {
  /** By uid: what is to be said of an object whose names an older one of the same scope has. */
  readonly lost: ReadonlyMap<string, string>;
  /** By uid: the last good fragment of a model or group whose present form is not used. */
  readonly kept: ReadonlyMap<string, object>;
  /** Whether a model or group of this id is served: the platform's or that organization's. */
  exists(id: string, organization: string | undefined): boolean;
  /** Whether two forms of an object ask for the same names, and are served as the same. */
  areServedAlike(one: Reading, other: Reading): boolean;
}

/**
 * Gives the names away, per scope: first the platform's own, then each organization's among what the platform left. So the platform
 * has every name that it asks for, whatever the age of anything else, and what one organization has says nothing to another.
 */
export function claimNames(input: NamesInput): Names {
  const readings = Map.groupBy(input.readings, organizationOf);
  const platform = new NameScope(readings.get(undefined) ?? [], undefined, input);
  const models = new PlatformModels(platform);
  const scopes = new Map<string | undefined, NameScope>([[undefined, platform]]);
  const lookup = {
    ...input.lookup,
    platformModel: models.find,
    isPlatformName: (name: string) => platform.has(name),
  };
  for (const [organization, own] of readings) {
    if (organization === undefined) continue;
    const scope = new NameScope(own, organization, { ...input, lookup }, platform);
    scopes.set(organization, scope);
  }
  const look = (organization: string | undefined): readonly NameScope[] => {
    const own = organization === undefined ? undefined : scopes.get(organization);
    return own ? [platform, own] : [platform];
  };
  const all = [...scopes.values()];
  return {
    isPlatformName: lookup.isPlatformName,
    isAnybodysName: (name) => all.some((scope) => scope.has(name)),
    platformModel: lookup.platformModel,
    lost: new Map(all.flatMap(({ lost }) => [...lost])),
    kept: new Map(all.flatMap((scope) => scope.keptFragments())),
    named: (name, organization) => first(look(organization), (scope) => scope.named(name)),
    unserved: (name, organization) => first(look(organization), (scope) => scope.unserved(name)),
    exists: (id, organization) => look(organization).some((scope) => scope.exists(id)),
    areServedAlike: (one, other) => {
      const scope = scopes.get(organizationOf(one));
      const said = (reading: Reading): unknown => [
        organizationOf(reading),
        namesOf(reading),
        scope?.servedAs(reading),
      ];
      return isSame(said(one), said(other));
    },
  };
}

function first<T extends ResolvedName | string>(
  scopes: readonly NameScope[],
  find: (scope: NameScope) => T | undefined,
): T | undefined {
  for (const scope of scopes) {
    const found = find(scope);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whose an object is, read also where the rest of its spec cannot be. */
function organizationOf({ object, spec }: Reading): string | undefined {
  const { organizationId } = (spec ?? object.spec ?? {}) as { readonly organizationId?: unknown };
  return typeof organizationId === 'string' ? organizationId : undefined;
}

/** The platform's models as organizations' models inherit from them. */
export class PlatformModels {
  private readonly byName = new Map<string, PlatformModel>();
  private readonly byUpstream = new Map<string, PlatformModel | 'several'>();

  constructor(platform: Pick<NameScope, 'served'>) {
    for (const { names, model } of platform.served()) {
      if (!model) continue;
      for (const name of names) this.byName.set(name, model);
      const key = keyOf(model.provider, model.upstreamModel);
      this.byUpstream.set(key, this.byUpstream.has(key) ? 'several' : model);
    }
  }

  readonly find: Lookup['platformModel'] = (provider, name) => {
    const named = this.byName.get(name);
    if (named?.provider === provider) return named;
    const alone = this.byUpstream.get(keyOf(provider, name));
    return alone === 'several' ? undefined : alone;
  };
}

const keyOf = (provider: string, upstreamModel: string): string =>
  JSON.stringify([provider, upstreamModel]);
