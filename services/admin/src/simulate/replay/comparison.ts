import type { RoutingModel } from '@aicp/contracts/routing/catalog/resolution';
import type { Replayed } from './replay.ts';

/**
 * What a policy changes for one request: `denied` or `served` where it was the other before; `moved`, another model is asked first; `models`, others may serve, the first being the same.
 * `order`: the order alone changes, by chance or by figures of the moment, which nobody can tell afterwards.
 */
export const CHANGES = ['denied', 'served', 'moved', 'models', 'order'] as const;
export type Change = (typeof CHANGES)[number];

/** How a request fares without and with the policy; undefined: the same. */
export function changeOf(before: Replayed, after: Replayed): Change | undefined {
  const [was, is] = [before.candidates.length > 0, after.candidates.length > 0];
  if (was !== is) return was ? 'denied' : 'served';
  if (!was) return undefined;
  if (!isSameSet(before.candidates, after.candidates)) {
    return nameOf(before.first) === nameOf(after.first) ? 'models' : 'moved';
  }
  if (isRedrawn(before, after)) return 'order';
  return nameOf(before.first) === nameOf(after.first) ? undefined : 'moved';
}

/** A model of the tables of before is another object than the same one in those of after. */
const nameOf = (model: RoutingModel | undefined): string | undefined => model?.name;

function isSameSet(before: readonly RoutingModel[], after: readonly RoutingModel[]): boolean {
  if (before.length !== after.length) return false;
  const names = new Set(before.map(({ name }) => name));
  return after.every(({ name }) => names.has(name));
}

/** Whether chance would order a group in another way than it did. */
const isRedrawn = ({ draws: before }: Replayed, { draws: after }: Replayed): boolean =>
  [...after].some(([group, { by, isByChance }]) => {
    const was = before.get(group);
    return isByChance && was !== undefined && was.by !== by;
  });
