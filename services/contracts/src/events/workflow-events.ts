import { z } from 'zod';
import { defineEvent } from './event-definition.ts';
import { text } from './event-fields.ts';

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

/** What happens to executions of workflows. */
export const WORKFLOW_EVENTS = {
  'workflow.waiting': defineEvent({
    description: 'An execution waits for a person.',
    severity: 'info',
    data: workflow,
    example: waiting,
  }),
  'workflow.completed': defineEvent({
    description: 'An execution ended as it should.',
    severity: 'info',
    data: workflow,
    example: { ...waiting, step: null, status: 'completed' },
  }),
  'workflow.failed': defineEvent({
    description: 'An execution failed.',
    severity: 'error',
    data: workflow,
    example: { ...waiting, status: 'failed' },
  }),
};
