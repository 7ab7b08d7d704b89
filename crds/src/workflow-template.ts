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

const stepId = () =>
  f.text({
    min: 1,
    max: 64,
    pattern: {
      matches: /^[A-Za-z_][A-Za-z0-9_-]*$/,
      says: "may hold letters, digits, '_' and '-' only, and must begin with a letter or '_', for example first-draft",
    },
  });

const retry = z.object({
  maxAttempts: f
    .integer({ min: 1, max: 100 })
    .default(3)
    .meta({ description: 'How often it is tried, the first time included.' }),
  initialIntervalSeconds: f
    .integer({ min: 0, max: 3600 })
    .default(1)
    .meta({ description: 'Seconds before the second try.' }),
  backoff: f
    .multiplier()
    .default(2)
    .meta({ description: 'How many times longer each wait is than the one before it.' }),
  maxIntervalSeconds: f
    .integer({ min: 0, max: 3600 })
    .default(60)
    .meta({ description: 'Seconds that no wait is longer than.' }),
});

const step = z.object({
  id: stepId().meta({ description: 'What other steps call it.' }),
  name: f.displayName().optional().meta({ description: 'Name for people.' }),
  type: z.enum(STEP_TYPES).meta({ description: 'What it does.' }),
  with: f.freeForm().optional().meta({ description: 'Its settings, by its type.' }),
  if: f
    .text({ min: 1, max: 1024 })
    .optional()
    .meta({ description: 'Condition in CEL. Where it does not hold, the step is skipped.' }),
  needs: f
    .list(f.text({ min: 1, max: 64 }))
    .optional()
    .meta({
      description:
        'Steps that have to end before it starts. Without it: the step before it; an empty list: none.',
    }),
  timeoutSeconds: f
    .integer({ min: 1, max: 604_800 })
    .optional()
    .meta({ description: 'Seconds after which it has failed.' }),
  retry: retry.optional().meta({ description: 'How it is tried again. Without it: not at all.' }),
  onError: stepId().default('fail').meta({
    description:
      'What follows when it has failed: `fail` ends the execution, `continue` goes on without its output, the id of a step runs that in its place.',
  }),
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
  maxCostUsd: f.money().optional().meta({
    description:
      'USD that an execution may cost. Where it is reached, no further step starts, and the execution has failed.',
  }),
  isActive: z.boolean().default(true).meta({ description: 'Off refuses new executions.' }),
  publish: z.boolean().default(false).meta({
    description:
      'On: gateways offer it as an agent, over A2A, to whoever may run it; its name there is its type.',
  }),
});

const count = (description: string) =>
  f.integer({ min: 0, max: 1_000_000_000_000 }).optional().meta({ description });

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
  status: {
    observed: z
      .object({
        runs: count(
          'Executions that began in the last 24 hours, those that steps of others started included.',
        ),
        failures: count('Those of them that have failed, and were not taken up again.'),
      })
      .optional()
      .meta({ description: 'What became of its executions, as the workflow engine counts them.' }),
  },
  columns: [
    { name: 'Type', type: 'string', jsonPath: '.spec.type' },
    { name: 'Active', type: 'boolean', jsonPath: '.spec.isActive' },
    {
      name: 'Runs 24h',
      type: 'integer',
      jsonPath: '.status.observed.runs',
      description: 'Executions that began in the last 24 hours.',
    },
    {
      name: 'Failures 24h',
      type: 'integer',
      jsonPath: '.status.observed.failures',
      description: 'Those of them that have failed.',
    },
  ],
  api: {
    path: 'workflows',
    permission: 'workflows',
    readers: 'everybody',
    isShared: true,
    tag: 'Workflows',
    noun: 'workflow',
    required: ['name'],
    nameFrom: 'type',
    example: {
      name: 'Summary',
      type: 'summary',
      steps: [{ id: 'answer', type: 'llm', with: { prompt: 'Sum up: ${{ input.text }}' } }],
    },
  },
  enforcedBy: ['workflow'],
});
