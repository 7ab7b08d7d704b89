import { z } from 'zod';
import { defineEvent } from './event-definition.ts';
import { text } from './event-fields.ts';

const GUARDRAILS = 'not emitted by this version: it has no guardrails service yet';
const WORKFLOWS = 'not emitted by this version: it has no workflow service yet';

const workflow = z.object({
  execution_id: text('Of the execution.'),
  workflow: text('Type of the WorkflowTemplate.'),
  step: z.string().nullable().meta({ description: 'The step that it is about.' }),
  status: z.enum(['waiting', 'completed', 'failed']).meta({ description: 'Of the execution.' }),
});

const waiting: z.output<typeof workflow> = {
  execution_id: '0193a1f0-5c1e-7b52-9d0c-6f1f4f0b2a11',
  workflow: 'document-review',
  step: 'approve',
  status: 'waiting',
};

/** Types that subscriptions may name already, of what this version does not do. */
export const LATER_EVENTS = {
  'guardrail.blocked': defineEvent({
    description: 'A guardrail blocked a request or an answer.',
    severity: 'warning',
    notEmitted: GUARDRAILS,
    data: z.object({
      guardrail_id: text('metadata.name of the Guardrail.'),
      name: text('Its name for people.'),
      stage: z.enum(['input', 'output']).meta({ description: 'What was blocked.' }),
      model: text('The model that was asked for.'),
      key_id: z.string().nullable().meta({ description: 'The key that asked.' }),
    }),
    example: {
      guardrail_id: 'no-secrets',
      name: 'No secrets',
      stage: 'input',
      model: 'gpt-4o',
      key_id: 'research-notebooks',
    },
  }),
  'workflow.waiting': defineEvent({
    description: 'An execution waits for a person.',
    severity: 'info',
    notEmitted: WORKFLOWS,
    data: workflow,
    example: waiting,
  }),
  'workflow.completed': defineEvent({
    description: 'An execution ended as it should.',
    severity: 'info',
    notEmitted: WORKFLOWS,
    data: workflow,
    example: { ...waiting, step: null, status: 'completed' },
  }),
  'workflow.failed': defineEvent({
    description: 'An execution failed.',
    severity: 'error',
    notEmitted: WORKFLOWS,
    data: workflow,
    example: { ...waiting, status: 'failed' },
  }),
};
