import { evaluate, type Lookup } from '@aicp/contracts/conditions/evaluate';
import { ConditionError } from '@aicp/contracts/conditions/parse';
import type { ModelNames, NamedModel } from './model-names.ts';
import { inReadingOrder, type Rule } from './rule.ts';
import { whyNot } from './why.ts';

/** What one policy says of a request. */
export interface PolicyVerdict {
  readonly policy: string;
  readonly organization_id: string | null;
  readonly priority: number;
  readonly action: Rule['action'];
  readonly condition: string | null;
  readonly target_models: readonly string[];
  readonly matched: boolean;
  /** Whether it changed what happens: the first permit or prefer that matches, and each deny that took a model away. */
  readonly applied: boolean;
  readonly why: string;
}

export interface Explanation {
  readonly policies: readonly PolicyVerdict[];
  readonly result: 'serve' | 'deny' | 'fail';
  /** The model that is tried first. */
  readonly model: string | null;
  readonly provider: string | null;
  /** Who may serve, in the order in which they are tried, before fallbacks. */
  readonly candidates: readonly string[];
  /** The policy that decided. */
  readonly policy: string | null;
  readonly message: string;
}

/**
 * Which policies match a request and why, and what comes of them, as the page on routing policies says it: read one by one, without the
 * gateway's index, so that each can be answered for.
 */
export function explain(options: {
  readonly rules: readonly Rule[];
  readonly lookup: Lookup;
  readonly names: ModelNames;
  readonly asked: string | undefined;
}): Explanation {
  const { lookup, names, asked } = options;
  const rules = inReadingOrder(options.rules);
  const judged = rules.map((rule) => ({ rule, ...judge(rule, lookup) }));
  const matching = judged.filter(({ matched }) => matched).map(({ rule }) => rule);
  const order = asked === undefined ? [] : names.find(asked);
  const left = order.length === 0 ? nothingAsked : decide(matching, order, names);
  return {
    policies: judged.map(({ rule, matched, why }) => ({
      policy: rule.id,
      organization_id: rule.organization ?? null,
      priority: rule.priority,
      action: rule.action,
      condition: rule.conditionText ?? null,
      target_models: rule.targets,
      matched,
      applied: left.applied.has(rule),
      why,
    })),
    ...outcome(left, asked, order.length > 0),
  };
}

function judge({ condition }: Rule, lookup: Lookup): { matched: boolean; why: string } {
  if (condition === undefined) return { matched: true, why: 'no condition: it matches everything' };
  if (condition instanceof ConditionError) {
    return { matched: false, why: `it is not enforced: ${condition.message}` };
  }
  return evaluate(condition, lookup)
    ? { matched: true, why: 'its condition holds' }
    : { matched: false, why: whyNot(condition, lookup) };
}

interface Left {
  readonly order: readonly NamedModel[];
  readonly policy: Rule | undefined;
  readonly applied: ReadonlySet<Rule>;
}

const nothingAsked: Left = { order: [], policy: undefined, applied: new Set() };

/** The platform's policies first, then the organization's within what those left. */
function decide(matching: readonly Rule[], asked: readonly NamedModel[], names: ModelNames): Left {
  const applied = new Set<Rule>();
  let order = asked;
  let permitted: readonly NamedModel[] | undefined;
  let policy: Rule | undefined;
  for (const isOrganizations of [false, true]) {
    const scope = matching.filter((rule) => (rule.organization !== undefined) === isOrganizations);
    const decider = scope.find((rule) => rule.action !== 'deny' && !isVoid(rule, names));
    if (decider) {
      applied.add(decider);
      policy = decider;
      order = decided(decider, order, { names, permitted });
      if (decider.action === 'permit' && decider.targets.length > 0) permitted = order;
    }
    for (const deny of scope.filter((rule) => rule.action === 'deny')) {
      const kept = order.filter((model) => !takesAway(deny, model, names));
      if (kept.length === order.length) continue;
      applied.add(deny);
      if (kept.length === 0 || !policy) policy = deny;
      order = kept;
    }
    if (order.length === 0) break;
  }
  return { order, policy, applied };
}

/** A prefer whose every target is gone does nothing, not even shadow the next. */
const isVoid = ({ action, targets }: Rule, names: ModelNames): boolean =>
  action === 'prefer' && targets.length > 0 && names.findAll(targets).length === 0;

function decided(
  { action, targets }: Rule,
  order: readonly NamedModel[],
  { names, permitted }: { names: ModelNames; permitted: readonly NamedModel[] | undefined },
): readonly NamedModel[] {
  if (targets.length === 0) return order;
  const found = names.findAll(targets).filter((model) => permitted?.includes(model) ?? true);
  if (action === 'prefer') return [...new Set([...found, ...order])];
  const asked = order.filter((model) => found.includes(model));
  return [...new Set([...asked, ...found])];
}

/** A deny that names models none of which exist takes nothing away. */
const takesAway = ({ targets }: Rule, model: NamedModel, names: ModelNames): boolean =>
  targets.length === 0 || names.findAll(targets).includes(model);

function outcome(
  { order, policy }: Left,
  asked: string | undefined,
  isKnown: boolean,
): Omit<Explanation, 'policies'> {
  const [first] = order;
  if (!first) return { ...NOBODY, policy: policy?.id ?? null, ...refusal(policy, asked, isKnown) };
  const by = policy ? `by the policy ${policy.id}` : 'as asked';
  return {
    result: 'serve',
    model: first.id,
    provider: first.provider,
    candidates: order.map(({ id }) => id),
    policy: policy?.id ?? null,
    message: `${first.id} serves it, ${by}.`,
  };
}

const NOBODY = { model: null, provider: null, candidates: [] } as const;

function refusal(
  policy: Rule | undefined,
  asked: string | undefined,
  isKnown: boolean,
): Pick<Explanation, 'result' | 'message'> {
  if (isKnown) {
    return { result: 'deny', message: `The policy ${policy?.id ?? ''} leaves no model.` };
  }
  const message =
    asked === undefined
      ? 'The request names no model, and the settings no default_model.'
      : `No model, alias or group is called ${asked}.`;
  return { result: 'fail', message };
}
