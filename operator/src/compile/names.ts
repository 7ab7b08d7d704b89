import type { ModelFragment, PolicyFragment } from '@aicp/contracts/snapshot/fragments';
import type { ResolvedName, World } from '../kinds/world.ts';
import { NameScope, type NamesInput } from './name-scope.ts';
import { PlatformModels } from './platform-models.ts';
import type { Reading } from './read-spec.ts';

/** Who owns which id, alias and group alias, and which of them are served. */
export interface Names extends Pick<
  World,
  'named' | 'unserved' | 'isPlatformName' | 'platformModel'
> {
  /** By uid: what is to be said of an object whose names an older one of the same scope has. */
  readonly lost: ReadonlyMap<string, string>;
  /** By uid: the last good fragment of a model or group whose present form is not used. */
  readonly kept: ReadonlyMap<string, ModelFragment | PolicyFragment>;
  /** Whether a model or group of this id is served: the platform's or that organization's. */
  exists(id: string, organization: string | undefined): boolean;
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
  const world = {
    ...input.world,
    platformModel: models.find,
    isPlatformName: (name: string) => platform.has(name),
  };
  for (const [organization, own] of readings) {
    if (organization === undefined) continue;
    const scope = new NameScope(own, organization, { ...input, world }, platform);
    scopes.set(organization, scope);
  }
  const look = (organization: string | undefined): readonly NameScope[] => {
    const own = organization === undefined ? undefined : scopes.get(organization);
    return own ? [platform, own] : [platform];
  };
  const all = [...scopes.values()];
  return {
    isPlatformName: world.isPlatformName,
    platformModel: world.platformModel,
    lost: new Map(all.flatMap(({ lost }) => [...lost])),
    kept: new Map(all.flatMap(({ kept }) => [...kept])),
    named: (name, organization) => first(look(organization), (scope) => scope.named(name)),
    unserved: (name, organization) => first(look(organization), (scope) => scope.unserved(name)),
    exists: (id, organization) => look(organization).some((scope) => scope.exists(id)),
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
