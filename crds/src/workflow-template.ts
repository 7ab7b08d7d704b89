import { z } from 'zod';
import * as f from './kit/fields.ts';
import { defineKind } from './kit/kind.ts';

const STEP_TYPES = [
  'llm',
  'http',
  'tool',
  'agent',
  'workflow',
  'transform',
  'approval',
  'wait',
  'parallel',
  'foreach',
  'switch',
] as const;

const step = z.object({
  id: f
    .text({
      min: 1,
      max: 64,
      pattern: {
        matches: /^[A-Za-z_][A-Za-z0-9_-]*$/,
        says: "may hold letters, digits, '_' and '-' only, and must begin with a letter or '_', for example first-draft",
      },
    })
    .meta({ description: 'What other steps call it.' }),
  name: f.displayName().optional().meta({ description: 'Name for people.' }),
  type: z.enum(STEP_TYPES).meta({ description: 'What it does.' }),
  with: f.freeForm().optional().meta({ description: 'Its settings.' }),
  if: f.text({ min: 1, max: 1024 }).optional().meta({ description: 'When it runs.' }),
  needs: f
    .list(f.text({ min: 1, max: 64 }))
    .optional()
    .meta({ description: 'Steps that come before it.' }),
  timeoutSeconds: f
    .integer({ min: 1, max: 604_800 })
    .optional()
    .meta({ description: 'Seconds after which it has failed.' }),
  maxAttempts: f
    .integer({ min: 1, max: 100 })
    .default(1)
    .meta({ description: 'How often it is tried.' }),
});

const spec = z.object({
  displayName: f.displayName().optional().meta({ description: 'Name for people.' }),
  organizationId: f.organizationId(),
  type: f
    .text({
      min: 1,
      max: 64,
      pattern: {
        matches: /^[a-z][a-z0-9_-]*$/,
        says: "may hold small letters, digits, '_' and '-' only, and must begin with a letter, for example review",
      },
    })
    .optional()
    .meta({
      description: 'What callers name it by; `metadata.name` where none is set.',
    }),
  description: f.description().optional().meta({ description: 'What it does.' }),
  inputSchema: f.freeForm().optional().meta({ description: 'JSON Schema of its input.' }),
  steps: f
    .keyedList(step, { key: 'id', min: 1 })
    .meta({ description: 'What it does, step by step.' }),
  output: f
    .freeForm()
    .optional()
    .meta({ description: 'What it answers, from the steps’ outputs.' }),
  timeoutSeconds: f
    .integer({ min: 1, max: 604_800 })
    .default(3600)
    .meta({ description: 'Seconds after which it has failed.' }),
  isActive: z.boolean().default(true).meta({ description: 'Off refuses new executions.' }),
});

export type WorkflowTemplateSpec = z.output<typeof spec>;

/** A recipe of steps that can be executed. */
export const workflowTemplate = defineKind({
  kind: 'WorkflowTemplate',
  plural: 'workflowtemplates',
  shortNames: ['wft'],
  feature: 'workflow-template',
  description:
    'A recipe of steps (model calls, tools, approvals, …) that can be executed with an input.',
  spec,
  columns: [
    { name: 'Type', type: 'string', jsonPath: '.spec.type' },
    { name: 'Active', type: 'boolean', jsonPath: '.spec.isActive' },
  ],
  api: {
    path: 'workflows',
    permission: 'workflows',
    readers: 'everybody',
    tag: 'Workflows',
    noun: 'workflow',
    required: ['name'],
    nameFrom: 'type',
    example: {
      name: 'Research',
      type: 'research',
      steps: [{ id: 'answer', type: 'llm', with: { model: 'gpt-4o', prompt: '{{input.query}}' } }],
    },
  },
  enforcedBy: [],
});
