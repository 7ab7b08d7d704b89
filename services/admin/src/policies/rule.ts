import type { Expression } from '@aicp/contracts/conditions/ast';
import { ConditionError, parseCondition } from '@aicp/contracts/conditions/parse';
import type { PolicyAction } from '@aicp/crds/routing-policy';
import type { Spec } from '../resources/collection.ts';
import type { StoredObject } from '../resources/stored-object.ts';
import { namesIn } from './model-names.ts';

/** A routing policy as a rule, in either of its two forms. */
export interface Rule {
  readonly id: string;
  readonly organization: string | undefined;
  readonly priority: number;
  readonly created: number;
  readonly action: PolicyAction;
  readonly targets: readonly string[];
  readonly conditionText: string | undefined;
  /** Undefined matches everything; an error is never enforced. */
  readonly condition: Expression | undefined | ConditionError;
}

/** The rule that a policy is; undefined for fallbacks, groups, strategies and what is switched off. */
export function toRule({ metadata, spec }: StoredObject): Rule | undefined {
  const form = formOf(spec);
  if (!form) return undefined;
  const conditionText = textIn(form, 'condition')?.trim();
  return {
    id: metadata.name,
    organization: textIn(spec, 'organizationId'),
    priority: Number(spec['priority'] ?? 0),
    created: Date.parse(metadata.creationTimestamp ?? ''),
    action: form['action'] as PolicyAction,
    targets: namesIn(form['targetModels']),
    conditionText: conditionText === '' ? undefined : conditionText,
    condition: conditionText ? parsed(conditionText) : undefined,
  };
}

/** Where condition, action and targets stand. */
function formOf(spec: Spec): Spec | undefined {
  const type = spec['policyType'];
  if (spec['isActive'] === false) return undefined;
  if (type === 'conditional') return spec['config'] as Spec;
  return type === undefined ? spec : undefined;
}

function textIn(spec: Spec, field: string): string | undefined {
  const value = spec[field];
  return typeof value === 'string' ? value : undefined;
}

function parsed(text: string): Expression | ConditionError {
  try {
    return parseCondition(text);
  } catch (error) {
    if (error instanceof ConditionError) return error;
    throw error;
  }
}

/** The platform's first; highest priority first; equal: the older; equal still: by name. */
export const inReadingOrder = (rules: readonly Rule[]): readonly Rule[] =>
  [...rules].sort(
    (a, b) =>
      Number(a.organization !== undefined) - Number(b.organization !== undefined) ||
      b.priority - a.priority ||
      a.created - b.created ||
      (a.id < b.id ? -1 : 1),
  );
