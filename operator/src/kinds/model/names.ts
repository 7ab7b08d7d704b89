import type { ModelFragment } from '@aicp/contracts/snapshot/sections/catalog';
import type { ModelSpec } from '@aicp/crds/model';
import type { NamedKind, Served } from '../kit/named-kind.ts';
import { inheritedFrom } from './inherited.ts';
import { keptModel } from './keep.ts';
import { gatherUpstream, upstreamOf, upstreamProblem } from './upstream.ts';

/** How models get their names: id and aliases, without the aliases that the platform has. */
export const modelNames: NamedKind<ModelSpec, ModelFragment> = {
  type: 'model',
  namesIn: ({ isActive, modelId, aliases = [] }) => ({ names: [modelId, ...aliases], isActive }),
  namesOf: ({ id, aliases }) => [id, ...aliases],
  without: (fragment, isTaken) => ({
    ...fragment,
    aliases: fragment.aliases.filter((alias) => !isTaken(alias)),
  }),
  serve(object, spec, lookup) {
    const { isActive, modelId: id, aliases = [], organizationId, provider, weight, mode } = spec;
    const upstream = gatherUpstream(spec, lookup);
    if (!isActive || upstreamProblem(spec, upstream)) return undefined;
    return {
      names: [id, ...aliases],
      resolved: { id, type: 'model', organization: organizationId, weight, mode },
      model: { id, provider, ...inheritedFrom(upstreamOf(object, spec, upstream)) },
    };
  },
  serveKept(kept, lookup) {
    // Its fallbacks are looked at when all that is served is known.
    const fragment = keptModel(kept, lookup, () => true);
    return fragment && { fragment, served: servedAs(fragment) };
  },
};

function servedAs(fragment: ModelFragment): Served {
  const { id, aliases, organization, weight, provider, mode } = fragment;
  return {
    names: [id, ...aliases],
    resolved: { id, type: 'model', organization, weight, mode },
    model: { id, provider, ...inheritedFrom(fragment) },
  };
}
