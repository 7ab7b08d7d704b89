import type { Expression } from '../../conditions/ast.ts';
import { mayHold } from '../../conditions/candidates.ts';
import { evaluate } from '../../conditions/evaluate.ts';
import { normalise } from '../../conditions/normalise.ts';
import type { RulePolicy } from '../../snapshot/sections/policies.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { RoutingModel } from '../catalog/resolution.ts';
import type { AttributeSource } from '../request/request-attributes.ts';
import { AnchorTable } from './anchor-table.ts';
import { allAnchors, anchorKey, anchorsOf, type Anchor } from './anchors.ts';
import { DeniedModels } from './denied-models.ts';
import { toJointRules, type JointRules } from './scope-rules.ts';
import { inReadingOrder, type Ranked } from './precedence.ts';

/**
 * Finds the policies that match a request without trying them all. Policies of one condition are one entry; an entry stands under
 * attribute values of which one must be there for its condition to hold, so that a request only tries entries that its own
 * attributes lead to, and those few whose conditions name no value.
 */
export class PolicyIndex {
  private readonly anchored = new AnchorTable<JointRules>();
  private readonly unanchored: JointRules[] = [];

  /** `conditionOf` parses a policy's condition, which is known to be good. */
  constructor(
    policies: readonly RulePolicy[],
    catalog: Catalog<RoutingModel>,
    conditionOf: (text: string) => Expression,
  ) {
    const groups = groupByCondition(inReadingOrder(policies), conditionOf);
    const costOf = howCommon(groups);
    for (const { condition, ranked } of groups) {
      const joint = toJointRules(condition, ranked, (denies) => new DeniedModels(denies, catalog));
      const anchors = condition && anchorsOf(condition, costOf);
      if (anchors) this.anchored.add(anchors, joint);
      else this.unanchored.push(joint);
    }
  }

  /** What holds for a request, in no order. */
  match(attributes: AttributeSource): JointRules[] {
    const { get } = attributes;
    const matched: JointRules[] = [];
    for (const joint of this.unanchored) if (holds(joint, get)) matched.push(joint);
    for (const joint of this.anchored.find(attributes)) {
      if (holds(joint, get)) matched.push(joint);
    }
    return matched;
  }
}

/** Whether they act on the request; where they read candidates, whether they may act on some. */
function holds({ condition, readsCandidates }: JointRules, get: AttributeSource['get']): boolean {
  if (condition === undefined) return true;
  return readsCandidates ? mayHold(condition, get) : evaluate(condition, get);
}

interface Group {
  readonly condition: Expression | undefined;
  readonly ranked: Ranked[];
}

function groupByCondition(
  policies: readonly Ranked[],
  conditionOf: (text: string) => Expression,
): Group[] {
  const groups = new Map<string, Group>();
  for (const ranked of policies) {
    const text = ranked.policy.condition;
    const condition = text === undefined ? undefined : conditionOf(text);
    const key = condition ? normalise(condition) : '';
    const group = groups.get(key);
    if (group) group.ranked.push(ranked);
    else groups.set(key, { condition, ranked: [ranked] });
  }
  return [...groups.values()];
}

function howCommon(groups: readonly Group[]): (anchor: Anchor) => number {
  const counts = new Map<string, number>();
  for (const { condition } of groups) {
    for (const anchor of condition ? allAnchors(condition) : []) {
      const key = anchorKey(anchor);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return (anchor) => counts.get(anchorKey(anchor)) ?? 0;
}
