import { type Attribute, type Expression, attributesOf } from '@aicp/contracts/conditions/ast';
import { readsCandidates } from '@aicp/contracts/conditions/candidates';
import { ConditionError, parseCondition } from '@aicp/contracts/conditions/parse';
import type { RulePolicy } from '@aicp/contracts/snapshot/sections/policies';
import type { PolicyAction } from '@aicp/crds/routing-policy';
import { accepted, notAccepted, type KindVerdict } from '../kit/kind-verdict.ts';
import { sourceOf, type SourceObject } from '../kit/source-object.ts';
import { foundIds, missingModels } from '../kit/lookup.ts';
import type { RoutingPolicyGathered } from './gather.ts';

export interface RuleSpec {
  readonly organizationId?: string | undefined;
  readonly priority: number;
  readonly condition?: string | undefined;
  readonly action: PolicyAction;
  readonly targetModels: readonly string[];
}

/** Whether requests get through that the rule would have stopped, where it is not enforced. */
const opensIfAbsent = (action: PolicyAction): boolean => action !== 'prefer';

/** A permit, prefer or deny: condition, and the targets that exist. */
export function decideRule(
  object: SourceObject,
  spec: RuleSpec,
  { targets, strangers }: Pick<RoutingPolicyGathered, 'targets' | 'strangers'>,
): KindVerdict {
  const guards = opensIfAbsent(spec.action);
  const condition = readCondition(spec.condition);
  if (condition instanceof ConditionError) {
    return { ...notAccepted('ConditionInvalid', `condition: ${condition.message}`), guards };
  }
  const isOfNothing = spec.action === 'prefer' && spec.targetModels.length === 0;
  if (isOfNothing && !readsCandidates(condition)) {
    return notAccepted(
      'Invalid',
      'targetModels: prefer needs at least one model to try first: name it, or say by candidate.* in the condition which are',
    );
  }
  const attributes = condition ? attributesOf(condition) : [];
  const ids = foundIds(targets);
  const fragment: RulePolicy = {
    source: sourceOf(object),
    id: object.name,
    organization: spec.organizationId,
    type: 'rule',
    priority: spec.priority,
    created: object.created,
    condition: condition ? spec.condition : undefined,
    action: spec.action,
    targets: ids,
    targetNames: [...new Set(spec.targetModels)],
    targetsMissing: targets.length > 0 && ids.length === 0,
  };
  const fragments = [{ section: 'policies', fragment }];
  const missing = missingModels('targetModels', targets);
  const unknown = strangers.map(
    (name) => `its condition names a Provider "${name}": there is none`,
  );
  const notes = [...unknown, ...metadataNote(attributes)];
  const problems = [...missing, ...noTargetsLeft(fragment), ...notes].join('; ');
  const verdict =
    missing.length === 0
      ? accepted(fragments, notes)
      : notAccepted('ReferenceNotFound', problems, fragments);
  return { ...verdict, guards };
}

function readCondition(text: string | undefined): Expression | ConditionError | undefined {
  if (text === undefined) return undefined;
  try {
    return parseCondition(text);
  } catch (error) {
    if (error instanceof ConditionError) return error;
    throw error;
  }
}

/** Which names of the condition were taken for metadata keys, so that a typo shows. */
function metadataNote(attributes: readonly Attribute[]): string[] {
  const keys = attributes.flatMap(({ name }) =>
    name.startsWith('metadata.') ? [name.slice('metadata.'.length)] : [],
  );
  return keys.length > 0 ? [`reads metadata keys: ${keys.join(', ')}`] : [];
}

function noTargetsLeft({ action, targetsMissing }: RulePolicy): string[] {
  if (!targetsMissing) return [];
  return [NONE_LEFT[action]];
}

const NONE_LEFT: Readonly<Record<PolicyAction, string>> = {
  permit: 'no target is left, so requests that match are denied',
  prefer: 'no target is left, so it changes nothing',
  deny: 'no target is left; it denies these names as soon as they exist',
};
