import type { WorkflowAgentFragment } from '@aicp/contracts/snapshot/sections/workflow-agents';
import type { WorkflowTemplateFragment } from '@aicp/contracts/snapshot/sections/workflow-templates';

/** What gateways are told of a template: that it has its name, and where it is an agent, what it says of itself. */
export function agentOf(template: WorkflowTemplateFragment): WorkflowAgentFragment {
  const { source, type, organization, name, description } = template;
  const isOffered = template.publish && template.is_active;
  const offer = { name, description, inputSchema: template.input_schema };
  return { source, type, organization, ...(isOffered ? { offer } : {}) };
}
