import { z } from 'zod';
import { defineSection, organization, source } from './kit/section.ts';

/** A workflow as callers of agents know it. */
export const workflowAgentFragment = z.object({
  source,
  /** What callers name it by: once per organization, where the platform's own comes first. */
  type: z.string(),
  organization,
  /** Absent: it is no agent, and only keeps its name from those of organizations. */
  offer: z
    .object({
      /** For people. */
      name: z.string(),
      description: z.string().optional(),
      /** JSON Schema of the input. Absent: any object. */
      inputSchema: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
});
export type WorkflowAgentFragment = z.output<typeof workflowAgentFragment>;

/** What gateways have to know of workflows: nothing of what they do. */
export const workflowAgents = defineSection({
  name: 'workflow-agents',
  item: workflowAgentFragment,
  readers: ['gateway'],
});
