import type { RoutingModel } from '../served.ts';
import type { Outcome } from './outcome.ts';
import type { Ranked } from './precedence.ts';

/** What the policies of one scope (the platform, or an organization) that match a request say together. */
export class ScopeRules {
  /** The permit or prefer that is read first. */
  readonly decider: Ranked | undefined;

  private readonly matched: readonly Outcome[];
  private readonly organization: string | undefined;

  /** `organization` is the caller's. */
  constructor(matched: readonly Outcome[], organization: string | undefined) {
    this.matched = matched;
    this.organization = organization;
    let decider: Ranked | undefined;
    for (const outcome of matched) decider = earlier(decider, outcome.decider);
    this.decider = decider;
  }

  /** The deny that is read first among those that take the model away. */
  denialOf(model: RoutingModel): Ranked | undefined {
    let first: Ranked | undefined;
    for (const { deniesAll, denied } of this.matched) {
      first = earlier(earlier(first, deniesAll), denied.find(model, this.organization));
    }
    return first;
  }
}

function earlier(a: Ranked | undefined, b: Ranked | undefined): Ranked | undefined {
  if (!a || !b) return a ?? b;
  return b.rank < a.rank ? b : a;
}
