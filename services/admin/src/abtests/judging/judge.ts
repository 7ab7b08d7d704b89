import type { ABTestSpec } from '@aicp/crds/abtest';
import type { TrialArms } from '@aicp/ledger/query/trials/trial-arms';
import { ALPHA, TUNING, type Sureness } from '../statistics/always-valid.ts';
import type { SampleRatio } from '../statistics/sample-ratio.ts';
import { sideOf, sideOfErrors } from './measure.ts';
import { rulesOf, type Rule, type Rules } from './rules.ts';

export const VERDICTS = [
  'too_few_requests',
  'undecided',
  'variant_better',
  'variant_worse',
  'no_relevant_difference',
  'guard_rail',
  'sample_ratio_mismatch',
] as const;
export type Verdict = (typeof VERDICTS)[number];

export const RECOMMENDATIONS = ['promote', 'rollback', 'continue', 'stop'] as const;
export type Recommendation = (typeof RECOMMENDATIONS)[number];

const RECOMMENDED: Readonly<Record<Verdict, Recommendation>> = {
  too_few_requests: 'continue',
  undecided: 'continue',
  variant_better: 'promote',
  variant_worse: 'rollback',
  no_relevant_difference: 'stop',
  guard_rail: 'rollback',
  sample_ratio_mismatch: 'stop',
};

export interface Judgement {
  readonly verdict: Verdict;
  readonly recommendation: Recommendation;
  /** A sentence. */
  readonly reason: string;
}

export interface Evidence {
  readonly spec: ABTestSpec;
  readonly arms: TrialArms;
  readonly sampleRatio: SampleRatio;
  /** What agreement the variant violates while the base keeps its own, in words; undefined: none. */
  readonly violation?: string | undefined;
  /** How many times what the base's answers cost these would cost with the variant's prices; undefined: unknown. */
  readonly priceRatio?: number | undefined;
}

/** Without a threshold of its own, a variant that costs so many times what its prices let expect is stopped. */
const COST_BLOW_UP = 3;

/** What the facts say of a trial. Every comparison is by intervals that hold at all looks, so that it may be asked at any time. Pure. */
export function judge(evidence: Evidence): Judgement {
  const rules = rulesOf(evidence.spec);
  const sureness = { alpha: ALPHA, tuning: TUNING[evidence.spec.stickyBy] };
  const broken = brokenRail(evidence, rules, sureness);
  if (broken !== undefined) return judged('guard_rail', broken);
  if (evidence.sampleRatio.isMismatch) return judged('sample_ratio_mismatch', askew(evidence));
  const { arms } = evidence;
  const fewest = Math.min(arms.base.requests, arms.variant.requests);
  const wanted = Math.min(rules.requests.promotion, rules.requests.rollback);
  if (fewest < wanted) {
    return judged(
      'too_few_requests',
      `Each arm needs ${wanted} requests; the base has ${arms.base.requests}, the variant ${arms.variant.requests}.`,
    );
  }
  return compared({ arms, rules, sureness, fewest });
}

const judged = (verdict: Verdict, reason: string): Judgement => ({
  verdict,
  recommendation: RECOMMENDED[verdict],
  reason,
});

function brokenRail(evidence: Evidence, rules: Rules, sureness: Sureness): string | undefined {
  const { violation, arms, priceRatio } = evidence;
  if (violation !== undefined) return `The variant violates ${violation}.`;
  const isRuled = rules.rollback.some((rule) => 'measure' in rule && rule.measure === 'cost');
  const factor = COST_BLOW_UP * Math.max(1, priceRatio ?? 1);
  if (isRuled || sideOf(arms, { measure: 'cost', factor }, sureness) !== 'more') return undefined;
  return `An answer of the variant costs more than ${Number(factor.toFixed(1))} times what one of the base costs, which is ${COST_BLOW_UP} times what their prices let expect.`;
}

const askew = ({ sampleRatio: { expected, observed = 0, pValue = 0 } }: Evidence): string =>
  `The variant has ${(100 * observed).toFixed(1)} % of the units, and the split says ${(100 * expected).toFixed(1)} % (p = ${pValue.toExponential(1)}): something loses or adds units of one arm, so that no figure can be trusted.`;

interface Comparison {
  readonly arms: TrialArms;
  readonly rules: Rules;
  readonly sureness: Sureness;
  readonly fewest: number;
}

function compared(comparison: Comparison): Judgement {
  const { rules, fewest } = comparison;
  const mayRollBack = fewest >= rules.requests.rollback;
  const mayPromote = fewest >= rules.requests.promotion;
  const worse = mayRollBack
    ? rules.rollback.find((rule) => isSure(comparison, rule, 'any'))
    : undefined;
  if (worse) return judged('variant_worse', `The variant is surely worse: ${worse.text}.`);
  if (mayPromote && rules.promotion.every((rule) => isSure(comparison, rule, 'all'))) {
    const texts = rules.promotion.map(({ text }) => text).join('; ');
    return judged('variant_better', `The variant is surely better: ${texts}.`);
  }
  if (mayPromote && mayRollBack && isIrrelevant(comparison)) {
    return judged(
      'no_relevant_difference',
      'The variant is surely neither as much better nor as much worse as the thresholds say.',
    );
  }
  return judged('undecided', 'What the arms differ by may be chance: more requests will tell.');
}

/** Where any of several rules decides, each has its part of the chance to be wrong. */
function isSure({ arms, rules, sureness }: Comparison, rule: Rule, of: 'any' | 'all'): boolean {
  const parts = of === 'any' ? rules.rollback.length : 1;
  return sideFor(arms, rule, { ...sureness, alpha: sureness.alpha / parts }) === rule.side;
}

const sideFor = (arms: TrialArms, rule: Rule, sureness: Sureness) =>
  'failures' in rule ? sideOfErrors(arms, rule.failures, sureness) : sideOf(arms, rule, sureness);

/** Whether it is sure that one of the rules of a promotion will not be met, and none of those of a rollback. */
function isIrrelevant({ arms, rules, sureness }: Comparison): boolean {
  const isOther = (rule: Rule): boolean => {
    const side = sideFor(arms, rule, sureness);
    return side !== undefined && side !== rule.side;
  };
  return rules.promotion.some(isOther) && rules.rollback.every(isOther);
}
