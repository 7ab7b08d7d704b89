import type { AgentFragment } from '@aicp/contracts/snapshot/sections/agents';
import type { WorkflowAgentFragment } from '@aicp/contracts/snapshot/sections/workflow-agents';

/** Agents of organizations that nobody reaches by their name, since the platform offers a workflow of it: by uid, with a sentence. */
export function shadowed(
  agents: readonly Pick<AgentFragment, 'source' | 'id' | 'organization'>[],
  workflows: readonly Pick<WorkflowAgentFragment, 'type' | 'organization' | 'offer'>[],
): ReadonlyMap<string, string> {
  const offered = workflows.filter(
    ({ organization, offer }) => organization === undefined && offer,
  );
  const taken = new Set(offered.map(({ type }) => type));
  return new Map(
    agents
      .filter(({ id, organization }) => organization !== undefined && taken.has(id))
      .map(({ source, id }) => [
        source.uid,
        `is never called: the platform offers a workflow "${id}" as an agent, which comes first; make it anew under another name`,
      ]),
  );
}
