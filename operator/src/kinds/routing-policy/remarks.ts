import { attributesOf } from '@aicp/contracts/conditions/ast';
import { isOfCandidate, readsCandidates } from '@aicp/contracts/conditions/candidates';
import { parseCondition } from '@aicp/contracts/conditions/parse';
import type { PolicyFragment, RulePolicy } from '@aicp/contracts/snapshot/sections/policies';
import type { SectionFragment } from '../kit/kind-verdict.ts';
import type { Remembered } from '../kit/operator-kind.ts';
import { normalCondition } from './claims.ts';
import { contradictsItself } from './contradiction.ts';
import { overridden } from './overridden.ts';
import { unreachable, type ReadCondition } from './unreachable.ts';

/** What is worth knowing of policies that change nothing, by metadata.uid: such policies are fine, but their authors should know. */
export function remarksOn(
  fragments: readonly SectionFragment[],
  remembered: Remembered,
): ReadonlyMap<string, string> {
  const policies = fragments.map(({ fragment }) => fragment as PolicyFragment);
  const conditionOf = (rule: RulePolicy): ReadCondition =>
    unpacked(remembered(rule, () => packed(readCondition(rule))));
  const behind = unreachable(policies, conditionOf);
  return new Map([
    ...overridden(policies),
    ...[...behind].map(([uid, name]) => [uid, neverReached(name)] as const),
    ...policies.flatMap((policy) =>
      policy.type === 'rule' && conditionOf(policy).isVoid
        ? [[policy.source.uid, neverHolds(policy)] as const]
        : [],
    ),
  ]);
}

const neverReached = (name: string): string =>
  `never reached: RoutingPolicy "${name}" decides every request that it could match`;

function neverHolds({ action, condition = '' }: RulePolicy): string {
  const denies = action === 'permit' && readsCandidates(parseCondition(condition));
  const says = 'never holds: the tests of its condition rule each other out';
  return denies ? `${says}, so it permits no model` : says;
}

function readCondition(rule: RulePolicy): ReadCondition {
  const { condition } = rule;
  if (condition === undefined) return EVERYTHING;
  const expression = parseCondition(condition);
  return {
    normal: normalCondition(rule),
    readsCandidates: readsCandidates(expression),
    readsRequests: attributesOf(expression).some(({ name }) => !isOfCandidate(name)),
    isVoid: contradictsItself(expression),
  };
}

const EVERYTHING = { normal: '', readsCandidates: false, readsRequests: false, isVoid: false };

/** A condition read, as one text: what is remembered is looked at for every rule whenever one changes. */
const packed = ({ normal, readsCandidates: open, readsRequests, isVoid }: ReadCondition): string =>
  `${Number(open) + 2 * Number(readsRequests) + 4 * Number(isVoid)}${normal}`;

function unpacked(text: string): ReadCondition {
  const flags = Number(text.charAt(0));
  return {
    normal: text.slice(1),
    readsCandidates: flags % 2 === 1,
    readsRequests: flags % 4 >= 2,
    isVoid: flags >= 4,
  };
}
