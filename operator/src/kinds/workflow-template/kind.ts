import type { AgentFragment } from '@aicp/contracts/snapshot/sections/agents';
import type { WorkflowTemplateFragment } from '@aicp/contracts/snapshot/sections/workflow-templates';
import { callsItself } from '@aicp/contracts/workflows/check/check-template';
import { workflowTemplate, type WorkflowTemplateSpec } from '@aicp/crds/workflow-template';
import { faultsOf } from '../kit/faults-of.ts';
import {
  accepted,
  notAccepted,
  type KindVerdict,
  type SectionFragment,
} from '../kit/kind-verdict.ts';
import { type Claim, operatorKind } from '../kit/operator-kind.ts';
import { sourceOf, type SourceObject } from '../kit/source-object.ts';
import { agentOf } from './agent-of.ts';
import { hidden } from './hidden.ts';
import { missingInSteps, NAMED_BY_STEPS } from './named-by-steps.ts';
import { templateView } from './template-view.ts';

const SECTION = 'workflow-templates';
const AGENTS = 'workflow-agents';

interface Gathered {
  /** Sentences on what its steps name and does not exist. */
  readonly missing: readonly string[];
}

/** A WorkflowTemplate. Its last good form is run while the present one is not valid. */
export const workflowTemplateKind = operatorKind<
  WorkflowTemplateSpec,
  Gathered,
  WorkflowTemplateFragment
>({
  definition: workflowTemplate,
  sections: () => [SECTION, AGENTS],
  keptIn: SECTION,
  keep: inSections,
  claims: ({ section, fragment }) =>
    section === SECTION ? [claimOf(fragment as WorkflowTemplateFragment)] : [],
  gather: (spec, lookup) => ({
    missing: missingInSteps(spec, lookup),
  }),
  decide: decideWorkflowTemplate,
  view: templateView,
  refersTo: NAMED_BY_STEPS,
  remarks: (fragments, _remembered, fragmentsOf) =>
    hidden(
      fragments
        .filter(({ section }) => section === SECTION)
        .map(({ fragment }) => fragment as WorkflowTemplateFragment),
      fragmentsOf('agents') as readonly AgentFragment[],
    ),
  remarksFrom: ['agents'],
});

/** The engine is told how it is run, gateways whether it is an agent. */
function inSections(fragment: WorkflowTemplateFragment): SectionFragment[] {
  return [
    { section: SECTION, fragment },
    { section: AGENTS, fragment: agentOf(fragment) },
  ];
}

function decideWorkflowTemplate(
  object: SourceObject,
  spec: WorkflowTemplateSpec,
  { missing }: Gathered,
): KindVerdict {
  const faults = [...faultsOf(workflowTemplate.kind, spec), ...selfFaults(object, spec)];
  if (faults.length > 0) return notAccepted('Invalid', faults.join('; '));
  const fragments = inSections(fragmentOf(object, spec));
  if (missing.length > 0) return notAccepted('ReferenceNotFound', missing.join('; '), fragments);
  return accepted(fragments, spec.isActive ? [] : ['switched off: new executions are refused']);
}

/** Only the object knows its name, by which a template without a type is called. */
const selfFaults = ({ name }: SourceObject, spec: WorkflowTemplateSpec): readonly string[] =>
  spec.type === undefined
    ? callsItself(spec, name).map(
        ({ path, message }) => `${['spec', ...path].join('.')}: ${message}`,
      )
    : [];

const fragmentOf = (
  object: SourceObject,
  spec: WorkflowTemplateSpec,
): WorkflowTemplateFragment => ({
  source: sourceOf(object),
  type: spec.type ?? object.name,
  organization: spec.organizationId,
  name: spec.displayName ?? spec.type ?? object.name,
  description: spec.description,
  input_schema: spec.inputSchema,
  steps: spec.steps.map(stepOf),
  output: spec.output,
  timeout_seconds: spec.timeoutSeconds,
  max_cost_usd: spec.maxCostUsd === undefined ? undefined : String(spec.maxCostUsd),
  is_active: spec.isActive,
  publish: spec.publish,
});

const stepOf = (
  step: WorkflowTemplateSpec['steps'][number],
): WorkflowTemplateFragment['steps'][number] => ({
  id: step.id,
  name: step.name,
  type: step.type,
  with: step.with ?? {},
  if: step.if,
  needs: step.needs,
  timeout_seconds: step.timeoutSeconds,
  retry: step.retry && {
    max_attempts: step.retry.maxAttempts,
    initial_interval_seconds: step.retry.initialIntervalSeconds,
    backoff: Number(step.retry.backoff),
    max_interval_seconds: step.retry.maxIntervalSeconds,
  },
  on_error: step.onError,
});

const claimOf = ({ organization, type }: WorkflowTemplateFragment): Claim => ({
  organization,
  key: JSON.stringify(['workflow', organization ?? '', type]),
  what: `"${type}" is already the type of`,
  remedy: 'choose another type, or delete one of the two',
});
