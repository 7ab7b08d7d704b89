import { z } from 'zod';
import * as f from './kit/fields.ts';
import { defineKind } from './kit/kind.ts';

const spec = z.object({
  displayName: f.displayName().optional().meta({ description: 'Name for people.' }),
  organizationId: f.organizationId(),
  description: f.description().optional().meta({ description: 'What it does.' }),
  url: f.httpUrl().meta({
    description:
      'Where it is: `/.well-known/agent-card.json` is added for its agent card, unless the address ends in `.json` and is that of the card.',
  }),
  skills: f
    .list(f.text({ min: 1, max: 128 }))
    .optional()
    .meta({ description: 'What it is good at, for lists. Its card says it to those who call it.' }),
  secretRef: f.secretRef().optional().meta({ description: 'Where its bearer token stands.' }),
  allowedTeams: f
    .refersTo('Team', f.list(f.objectName()))
    .optional()
    .meta({ description: 'Teams that may use it; where neither teams nor keys are set, all may.' }),
  allowedKeys: f.refersTo('APIKey', f.list(f.objectName())).optional().meta({
    description:
      'API keys that may use it, beside the teams of `allowedTeams`; where neither is set, all may.',
  }),
  rpmLimit: f.integer({ min: 1, max: 1_000_000_000 }).optional().meta({
    description: 'Calls of it a minute, whoever makes them. Without it: no limit of its own.',
  }),
  priceUsd: f
    .money()
    .optional()
    .meta({ description: 'What a message to it costs. Budgets count it, and reports tell it.' }),
  timeoutSeconds: f.integer({ min: 1, max: 1200 }).default(120).meta({
    description:
      'How long it may take to answer, and within a stream from one piece of it to the next.',
  }),
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
  enforcedBy: ['gateway'],
});
