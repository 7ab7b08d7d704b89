import { byPrecedence } from '@aicp/contracts/routing/policies/precedence';
import type {
  FallbackPolicy,
  PolicyFragment,
  StrategyPolicy,
} from '@aicp/contracts/snapshot/sections/policies';

/** Strategies and fallbacks in whose place another policy of the same owner counts, by metadata.uid; nobody is told of another owner's. */
export function overridden(policies: readonly PolicyFragment[]): Map<string, string> {
  const strategies = policies.filter((policy) => policy.type === 'strategy').sort(byPrecedence);
  const fallbacks = policies.filter((policy) => policy.type === 'fallback').sort(byPrecedence);
  return new Map([
    ...besidePlatforms(strategies, policies),
    ...behindAnother(strategies),
    ...addingNothing(fallbacks),
  ]);
}

/** `strategies` are in the order of reading, and so are the fallbacks below. */
function behindAnother(strategies: readonly StrategyPolicy[]): [string, string][] {
  const winners = new Map<string, string>();
  return strategies.flatMap(({ organization, group, id, source }) => {
    const key = JSON.stringify([organization ?? null, group ?? null]);
    const winner = winners.get(key);
    if (winner === undefined) {
      winners.set(key, id);
      return [];
    }
    return [
      [
        source.uid,
        `overridden: RoutingPolicy "${winner}" orders the same groups, and is read first`,
      ],
    ];
  });
}

/** An organization's strategy for a group of the platform's that the platform orders itself. */
function besidePlatforms(
  strategies: readonly StrategyPolicy[],
  policies: readonly PolicyFragment[],
): [string, string][] {
  const platforms = strategies.filter(({ organization }) => organization === undefined);
  const ours = new Set(
    policies.flatMap((policy) =>
      policy.type === 'model_group' && policy.organization === undefined ? [policy.alias] : [],
    ),
  );
  const isOrdered = (alias: string): boolean =>
    ours.has(alias) && platforms.some(({ group }) => group === undefined || group === alias);
  return strategies.flatMap(({ organization, group, source }) =>
    organization !== undefined && group !== undefined && isOrdered(group)
      ? [[source.uid, `overridden: the platform orders the members of its group "${group}" itself`]]
      : [],
  );
}

function addingNothing(fallbacks: readonly FallbackPolicy[]): [string, string][] {
  const same = Map.groupBy(fallbacks, ({ organization, model }) =>
    JSON.stringify([organization ?? null, model]),
  );
  return [...same.values()].flatMap((policies) =>
    policies.flatMap(({ model, fallbacks: names, source }, index) => {
      const before = policies
        .slice(0, index)
        .find((other) => names.every((name) => other.fallbacks.includes(name)));
      if (!before) return [];
      const says = `overridden: RoutingPolicy "${before.id}" has all of its fallbacks of "${model}", and is read first`;
      return [[source.uid, says] as [string, string]];
    }),
  );
}
