import { stepsOf, type SpecStep } from '@aicp/contracts/workflows/check/spec-steps';
import { hasExpression } from '@aicp/contracts/workflows/expressions/template';
import type { WorkflowTemplateSpec } from '@aicp/crds/workflow-template';
import { maySee, type Lookup } from '../kit/lookup.ts';
import { goesOnAs } from '../model-deprecation/deprecation-view.ts';
import { templatesCalled } from './template-view.ts';

/** The kinds that steps name objects of by `metadata.name`. */
export const NAMED_BY_STEPS = ['MCPServer', 'Agent'];

/** What steps of a template are looked up for. */
interface Asked {
  readonly organization: string | undefined;
  readonly lookup: Lookup;
}

/** A field of `with` that names something, and why that is not there; undefined where it is. */
interface Naming {
  readonly field: string;
  readonly whyMissing: (name: string, asked: Asked) => string | undefined;
}

const NAMINGS: Partial<Readonly<Record<SpecStep['type'], Naming>>> = {
  llm: { field: 'model', whyMissing: whyNoModel },
  tool: { field: 'server', whyMissing: whyNoServer },
  agent: { field: 'agent', whyMissing: whyNoAgent },
  workflow: { field: 'template', whyMissing: whyNoTemplate },
};

/**
 * A sentence for each model, MCPServer, Agent and template that a step names and that nobody could call. What an expression comes to is known only when it runs. A
 * template of the platform may name what is an organization's: it is run for that one.
 */
export function missingInSteps(spec: WorkflowTemplateSpec, lookup: Lookup): readonly string[] {
  const asked = { organization: spec.organizationId, lookup };
  return stepsOf(spec).flatMap((step) => {
    const naming = NAMINGS[step.type];
    const name = naming && step.with[naming.field];
    if (typeof name !== 'string' || hasExpression(name)) return [];
    const why = naming?.whyMissing(name, asked);
    return why === undefined
      ? []
      : [`${['spec', ...step.path, 'with', naming?.field].join('.')}: ${why}`];
  });
}

function whyNoModel(name: string, { organization, lookup }: Asked): string | undefined {
  if (lookup.named(name, organization) || goesOnAs(lookup, name, organization)) return undefined;
  const unserved = lookup.unserved(name, organization);
  if (unserved !== undefined) {
    return `the model "${name}" is not served now, see ${unserved}; the step fails until then`;
  }
  if (organization === undefined && lookup.isAnybodysName(name)) return undefined;
  return `no model is called "${name}"${within(organization)}: create a Model with this id or alias, or name another; the step fails until then`;
}

function whyNoServer(name: string, asked: Asked): string | undefined {
  return whyNoObject('MCPServer', name, asked);
}

function whyNoAgent(name: string, asked: Asked): string | undefined {
  const { organization, lookup } = asked;
  const why = whyNoObject('Agent', name, asked);
  if (why === undefined) return undefined;
  const workflows = templatesCalled(lookup, name, organization);
  if (workflows.some(({ isPublished }) => isPublished)) return undefined;
  return workflows.length > 0
    ? `the workflow "${name}" is no agent: set publish: true on it, or run it by a step of type workflow`
    : why;
}

function whyNoTemplate(name: string, { organization, lookup }: Asked): string | undefined {
  if (templatesCalled(lookup, name, organization).length > 0) return undefined;
  return `no WorkflowTemplate has the type "${name}"${within(organization)}: create it, or name another; the step fails until then`;
}

/** What belongs to another organization is said to be missing in the same words. */
function whyNoObject(
  kind: string,
  name: string,
  { organization, lookup }: Asked,
): string | undefined {
  const found = lookup.referred(kind, name);
  if (!found || !maySee(organization, found.organization)) {
    return `${kind} "${name}" does not exist${within(organization)}: create it, or name another; the step fails until then`;
  }
  return found.isOwned ? undefined : `${kind} "${name}" acts on nothing, see its conditions`;
}

const within = (organization: string | undefined): string =>
  organization === undefined ? '' : ` for Organization "${organization}"`;
