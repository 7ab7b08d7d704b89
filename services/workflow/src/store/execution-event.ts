import type { EventDraft } from '@aicp/events/outbox/event-draft';
import type { Execution } from './rows.ts';

type Told = Pick<Execution, 'id' | 'run' | 'template' | 'organization' | 'status'>;

/** An execution completed, or failed at a step. */
export const endedEvent = (execution: Told, at: Date, step: string | undefined): EventDraft => ({
  ...placeOf(execution),
  type: execution.status === 'completed' ? 'workflow.completed' : 'workflow.failed',
  transition: `ended ${execution.run}`,
  at,
  data: dataOf(execution, step),
});

/** An execution waits for a person, at a step. */
export const waitingEvent = (execution: Told, at: Date, path: string): EventDraft => ({
  ...placeOf(execution),
  type: 'workflow.waiting',
  transition: `waiting ${execution.run} ${path}`,
  at,
  data: { ...dataOf(execution, path), status: 'waiting' },
});

const placeOf = ({ id, template, organization }: Told) => ({
  uid: id,
  subject: `WorkflowTemplate/${template}`,
  organization: organization === '' ? undefined : organization,
});

const dataOf = ({ id, template, status }: Told, step: string | undefined) => ({
  execution_id: id,
  workflow: template,
  step: step ?? null,
  status,
});
