import type { StrategyPolicy } from '../../snapshot/sections/policies.ts';
import type { RoutingGroup } from '../catalog/resolution.ts';
import { byPrecedence } from './precedence.ts';

/** Which strategy orders the members of which group. */
export class Strategies {
  /** In the order of reading, by owner; the platform's under undefined. */
  private readonly byOwner: ReadonlyMap<string | undefined, readonly StrategyPolicy[]>;

  constructor(policies: readonly StrategyPolicy[]) {
    this.byOwner = Map.groupBy([...policies].sort(byPrecedence), (policy) => policy.organization);
  }

  /**
   * The policy that counts for a group in the requests of an organization. Whoever made the group says how its members are ordered; where they
   * say nothing, the other does: the platform of an organization's groups, an organization of the platform's in its own requests.
   */
  find(
    group: Pick<RoutingGroup, 'id' | 'isPlatforms'>,
    organization: string | undefined,
  ): StrategyPolicy | undefined {
    if (this.byOwner.size === 0) return undefined;
    const platforms = this.of(undefined, group);
    if (organization === undefined || (group.isPlatforms && platforms)) return platforms;
    return this.of(organization, group) ?? platforms;
  }

  /** One that names the group stands before those for every group. */
  private of(
    owner: string | undefined,
    { id, isPlatforms }: Pick<RoutingGroup, 'id' | 'isPlatforms'>,
  ): StrategyPolicy | undefined {
    const policies = this.byOwner.get(owner) ?? [];
    const own = owner !== undefined || isPlatforms;
    const named = own ? policies.find(({ group }) => group === id) : undefined;
    return named ?? policies.find(({ group }) => group === undefined);
  }
}
