import { z } from 'zod';
import * as f from './kit/fields.ts';
import { defineKind } from './kit/kind.ts';

const spec = z.object({
  displayName: f.displayName().optional().meta({ description: 'Name for people.' }),
  organizationId: f.organizationId(),
  description: f.description().optional().meta({ description: 'What it does.' }),
  url: f.httpUrl().meta({ description: 'Where its agent card stands.' }),
  skills: f
    .list(f.text({ min: 1, max: 128 }))
    .optional()
    .meta({ description: 'What it is good at.' }),
  secretRef: f.secretRef().optional().meta({ description: 'Where its bearer token stands.' }),
  allowedTeams: f
    .refersTo('Team', f.list(f.objectName()))
    .optional()
    .meta({ description: 'Teams that may use it; all where none are set.' }),
  isActive: z.boolean().default(true).meta({ description: 'Off takes it out of service.' }),
});

export type AgentSpec = z.output<typeof spec>;

/** An agent that others may call. */
export const agent = defineKind({
  kind: 'Agent',
  plural: 'agents',
  shortNames: ['agt'],
  feature: 'agent',
  description: 'An Agent2Agent (A2A) agent that others may call through the gateway.',
  spec,
  columns: [
    { name: 'URL', type: 'string', jsonPath: '.spec.url' },
    { name: 'Active', type: 'boolean', jsonPath: '.spec.isActive' },
  ],
  api: {
    path: 'agents',
    permission: 'agents',
    readers: 'everybody',
    tag: 'Agents',
    noun: 'agent',
    required: ['name'],
    example: { name: 'Planner', url: 'https://agents.example.com/planner' },
  },
  enforcedBy: [],
});
