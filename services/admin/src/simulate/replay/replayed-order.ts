import { inOrder } from '@aicp/contracts/routing/member-order';
import type { AskedOrder } from '@aicp/contracts/routing/route';
import type { RoutingModel } from '@aicp/contracts/routing/catalog/resolution';

/** How the members of a group came into their order. */
export interface Draw {
  /** The strategy and the shares. */
  readonly by: string;
  /** Whether chance, or figures of the moment, decided between some of them. */
  readonly isByChance: boolean;
}

/**
 * The order of a group's members in a request that is routed again. Those that were recorded keep the order in which they were tried: whatever drew it, taking some out of it leaves
 * the others as they would have been drawn. Others are drawn among them by their shares, by the same dice each time.
 */
export class ReplayedOrder<M extends RoutingModel> {
  readonly draws = new Map<string, Draw>();
  private readonly recorded: readonly string[];
  private readonly seed: string;
  private dice: (() => number) | undefined;

  /** `recorded` are ids in the order in which they were tried; `seed` is the request's id. */
  constructor(recorded: readonly string[], seed: string) {
    this.recorded = recorded;
    this.seed = seed;
  }

  readonly order = ({ group, members, strategy }: AskedOrder<M>): readonly M[] => {
    const isByCost = strategy === 'cost-based-routing';
    const parts = [members.filter(isWeighty), members.filter((member) => !isWeighty(member))];
    const isByChance = parts.some((part) => part.length > 1 && !(isByCost && differ(part)));
    const shares = isByCost ? [] : members.map(({ model, weight }) => [model.name, weight]);
    this.draws.set(group.id, { by: JSON.stringify([strategy, shares.sort()]), isByChance });
    const drawn = inOrder(members, {
      strategy: isByCost ? strategy : 'simple-shuffle',
      random: (this.dice ??= diceOf(this.seed)),
      stats: undefined,
    });
    return isByCost && !isByChance ? drawn : this.asRecorded(drawn, members);
  };

  /** Puts those that were recorded into their order, in the places that they have drawn; those without a share stay behind the others. */
  private asRecorded(drawn: readonly M[], members: AskedOrder<M>['members']): readonly M[] {
    const places = new Map(this.recorded.map((id, index) => [id, index]));
    const shares = new Map(members.map(({ model, weight }) => [model, weight > 0]));
    const ranked = [true, false].map((has) =>
      drawn
        .filter((model) => places.has(model.id) && shares.get(model) === has)
        .sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0)),
    ) as [M[], M[]];
    return drawn.map((model) => {
      if (!places.has(model.id)) return model;
      return ranked[shares.get(model) === true ? 0 : 1].shift() ?? model;
    });
  }
}

const isWeighty = ({ weight }: { readonly weight: number }): boolean => weight > 0;

/** Whether no two of them cost the same. */
const differ = (members: readonly { readonly model: RoutingModel }[]): boolean =>
  new Set(members.map(({ model }) => model.price ?? Infinity)).size === members.length;

/** Numbers in [0, 1) that are the same for the same text (FNV-1a, then mulberry32). */
function diceOf(seed: string): () => number {
  let state = 0x811c9dc5;
  for (let index = 0; index < seed.length; index += 1) {
    state = Math.imul(state ^ seed.charCodeAt(index), 0x01000193);
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
