import type { RuntimeModel } from '../catalog.ts';
import type { Outcome, Ranked } from './outcome.ts';

/** What the policies of one scope (the platform, or an organization) that match a request say together. */
export class ScopeRules {
  /** The permit or prefer that is read first. */
  readonly decider: Ranked | undefined;

  private readonly matched: readonly Outcome[];

  constructor(matched: readonly Outcome[]) {
    this.matched = matched;
    let decider: Ranked | undefined;
    for (const outcome of matched) decider = earlier(decider, outcome.decider);
    this.decider = decider;
  }

  /** The deny that is read first among those that take the model away. */
  denialOf(model: RuntimeModel): Ranked | undefined {
    let first: Ranked | undefined;
    for (const { deniesAll, denied } of this.matched) {
      first = earlier(earlier(first, deniesAll), denied.get(model));
    }
    return first;
  }
}

function earlier(a: Ranked | undefined, b: Ranked | undefined): Ranked | undefined {
  if (!a || !b) return a ?? b;
  return b.rank < a.rank ? b : a;
}
