import type { PolicyFragment } from '@aicp/contracts/snapshot/sections/policies';
import type { RoutingPolicySpec } from '@aicp/crds/routing-policy';
import type { NamedKind, Served } from '../kit/named-kind.ts';
import { gatherRoutingPolicy } from './gather.ts';
import { keptPolicy } from './keep.ts';

/** How model groups get their names: each answers to its alias. Other policies have none. */
export const groupNames: NamedKind<RoutingPolicySpec, PolicyFragment> = {
  type: 'model_group',
  namesIn: ({ policyType, config, isActive }) =>
    policyType === 'model_group'
      ? { names: [config?.alias ?? ''], isActive }
      : { names: [], isActive: true },
  namesOf: (fragment) => (fragment.type === 'model_group' ? [fragment.alias] : []),
  without: (fragment) => fragment,
  serve(_object, spec, { named }) {
    if (spec.policyType !== 'model_group' || !spec.isActive) return undefined;
    const unasked = { unserved: () => undefined, isPlatformName: () => false };
    const lookup = { named, ...unasked, referred: () => undefined };
    const { members } = gatherRoutingPolicy(spec, lookup);
    const isServed = members.some(({ found }) => found);
    return isServed ? servedAs(spec.config?.alias ?? '', spec.organizationId) : undefined;
  },
  serveKept(kept, { exists }) {
    const fragment = kept.type === 'model_group' ? keptPolicy(kept, exists) : undefined;
    if (fragment?.type !== 'model_group') return undefined;
    return { fragment, served: servedAs(fragment.alias, fragment.organization) };
  },
};

const servedAs = (id: string, organization: string | undefined): Served => ({
  names: [id],
  resolved: { id, type: 'model_group', organization, weight: 1 },
});
