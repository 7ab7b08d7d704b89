import type { RulePolicy } from '@aicp/contracts/snapshot/fragments';
import { canonicalJson } from '@aicp/contracts/snapshot/digest';
import type { Decision, Placed } from '../kinds/decision.ts';
import { withoutOwner } from '../kinds/ownership/without-owner.ts';
import type { SourceObject } from '../kinds/source-object.ts';
import type { World } from '../kinds/world.ts';
import { claimsOf, normalCondition, type Claim } from './claims.ts';
import { readSpec, type Reading } from './read-spec.ts';

/** A fragment with its exact bytes. */
export interface PlacedText extends Placed {
  readonly text: string;
  readonly claims: readonly Claim[];
}

export interface Decided {
  readonly decision: Decision;
  readonly placed: readonly PlacedText[];
}

/**
 * Remembers by reference what was made of an object, for as long as the object is the same and what it refers to gives the same
 * answers. It only saves time: without it, the compiler says the same.
 */
export class CompileMemory {
  private readonly readings = new WeakMap<SourceObject, { reading: Reading | undefined }>();
  private readonly decisions = new WeakMap<SourceObject, { gathered: string; decided: Decided }>();
  private readonly conditions = new WeakMap<RulePolicy, string>();

  read(object: SourceObject): Reading | undefined {
    let known = this.readings.get(object);
    if (!known) {
      known = { reading: readSpec(object) };
      this.readings.set(object, known);
    }
    return known.reading;
  }

  decide({ object, feature, spec }: Reading, world: World): Decided {
    const gathered = feature.gather(spec, world, object);
    const problem = feature.saysOwner === true ? undefined : world.owner(object.uid)?.problem;
    const key = JSON.stringify([gathered, problem]);
    const known = this.decisions.get(object);
    if (known?.gathered === key) return known.decided;
    const decision = withoutOwner(feature.decide(object, spec, gathered), problem);
    const decided = { decision, placed: decision.fragments.map(withText) };
    this.decisions.set(object, { gathered: key, decided });
    return decided;
  }

  /** The one spelling of a rule's condition. */
  conditionOf(rule: RulePolicy): string {
    let condition = this.conditions.get(rule);
    if (condition === undefined) {
      condition = normalCondition(rule);
      this.conditions.set(rule, condition);
    }
    return condition;
  }
}

export const withText = (placed: Placed): PlacedText => ({
  ...placed,
  text: canonicalJson(placed.fragment),
  claims: claimsOf(placed),
});
