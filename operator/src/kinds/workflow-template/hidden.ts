import type { AgentFragment } from '@aicp/contracts/snapshot/sections/agents';
import type { WorkflowTemplateFragment } from '@aicp/contracts/snapshot/sections/workflow-templates';

type Named = Pick<
  WorkflowTemplateFragment,
  'source' | 'type' | 'organization' | 'publish' | 'is_active'
>;

/** Templates that nobody gets by their type, since something else has that name before them: by uid, with a sentence. `agents`: which names those that are published leave to. */
export function hidden(
  templates: readonly Named[],
  agents: readonly Pick<AgentFragment, 'id' | 'organization'>[] = [],
): ReadonlyMap<string, string> {
  const platform = new Set(
    templates.filter(({ organization }) => organization === undefined).map(({ type }) => type),
  );
  const owners = new Map(agents.map(({ id, organization }) => [id, { organization }]));
  return new Map(
    templates.flatMap((template) => {
      const { source, organization, type } = template;
      if (organization !== undefined && platform.has(type)) return [[source.uid, neverRun(type)]];
      const isClash = template.publish && template.is_active && owners.has(type);
      const owner = owners.get(type)?.organization;
      return isClash && (owner === undefined || owner === organization)
        ? [[source.uid, isNoAgent(type)]]
        : [];
    }),
  );
}

const neverRun = (type: string): string =>
  `is never run: the platform has a template "${type}", which comes first; choose another type`;

const isNoAgent = (type: string): string =>
  `is run, and is no agent: there is an Agent "${type}", which comes first; choose another type`;
