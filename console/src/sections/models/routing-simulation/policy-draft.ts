import type { ApiObject } from '../../../api/api-object.ts';

export type Action = 'permit' | 'deny' | 'prefer';

/** A policy to try out: a new one, or one that there is with other fields. */
export interface PolicyDraft {
  /** Of the policy that it changes; undefined: a new one. */
  readonly id: string | undefined;
  readonly name: string;
  readonly organization: string;
  readonly action: Action;
  readonly condition: string;
  readonly targets: readonly string[];
  readonly priority: number;
  /** Tries out that it is not there. */
  readonly isRemoved: boolean;
}

export const NEW_DRAFT: PolicyDraft = {
  ...{ id: undefined, name: '', organization: '', action: 'deny', condition: '' },
  ...{ targets: [], priority: 0, isRemoved: false },
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A draft that says what a policy says now. */
export function draftOf(policy: ApiObject): PolicyDraft {
  const { action, target_models: targets, priority } = policy;
  return {
    id: policy.id,
    name: policy.name ?? policy.id,
    organization: policy.organization_id ?? '',
    action: action === 'permit' || action === 'prefer' ? action : 'deny',
    condition: textOf(policy['condition']),
    targets: Array.isArray(targets) ? targets.map(String) : [],
    priority: typeof priority === 'number' ? priority : 0,
    isRemoved: false,
  };
}

/** Whether a policy has the form that the draft can show: a rule in the spec itself. */
export const isPlainRule = ({ action }: ApiObject): boolean => typeof action === 'string';

/** Fields of the draft, as the API has them. Empty ones are null, so that they are taken away from a policy that has them. */
export const fieldsOf = ({ action, condition, targets, priority }: PolicyDraft) => ({
  action,
  priority,
  condition: condition.trim() === '' ? null : condition,
  target_models: targets.length === 0 ? null : targets,
});

/** What is created: a policy of its own. */
export function createBodyOf(draft: PolicyDraft): Record<string, unknown> {
  const said = Object.entries(fieldsOf(draft)).filter(([, value]) => value !== null);
  return {
    name: draft.name.trim() === '' ? 'New policy' : draft.name.trim(),
    ...Object.fromEntries(said),
    ...(draft.organization === '' ? {} : { organization_id: draft.organization }),
  };
}

/** What a simulation takes as its policy. */
export function simulatedPolicyOf(draft: PolicyDraft): Record<string, unknown> {
  const { id, isRemoved } = draft;
  if (id === undefined) return createBodyOf(draft);
  return isRemoved ? { id, remove: true } : { id, ...createBodyOf(draft) };
}
