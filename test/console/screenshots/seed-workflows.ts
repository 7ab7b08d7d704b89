import { until } from '../../kubernetes/control-plane/until.ts';
import type { Stage } from '../kit/stage.ts';

/** A workflow and an execution of it, by their ids. */
export interface Workflows {
  readonly workflow: string;
  readonly execution: string;
}

interface Row {
  readonly id: string;
  readonly type?: string;
  readonly status?: string;
  readonly ready?: boolean;
}

const QUESTIONS = [
  'Which heat pumps work below -15 °C?',
  'How do other companies measure how much their staff use AI?',
  'What became cheaper in storage of electricity since 2020?',
];

const REVIEWED = {
  ...{ name: 'Answer with review', type: 'reviewed_answer' },
  description: 'Writes an answer, and asks a person before it is sent.',
  steps: [
    { id: 'write', type: 'llm', with: { model: 'sim-small', prompt: '${{ input.question }}' } },
    { id: 'review', type: 'approval', with: { title: 'Is this answer good enough?' } },
  ],
  input_schema: {
    type: 'object',
    required: ['question'],
    properties: { question: { type: 'string', title: 'Question' } },
  },
};

/** Runs the built-in workflow `research` to its end some times, and one that waits for a person. */
export async function seedWorkflows(stage: Stage): Promise<Workflows> {
  const { admin } = stage;
  const start = async (template: string, input: object): Promise<string> =>
    (await admin.json<Row>('POST', '/api/v1/workflows/executions', { template, input })).id;
  const { id: reviewed } = await admin.json<Row>('POST', '/api/v1/workflows', REVIEWED);
  const isReady = async () =>
    (await admin.json<Row>('GET', `/api/v1/workflows/${reviewed}`)).ready === true;
  await until(isReady, { what: 'the engine has the workflow' });
  const executions = await Promise.all(QUESTIONS.map((query) => start('research', { query })));
  const waiting = await start(REVIEWED.type, { question: 'When will my order come?' });
  const isIn = async (id: string, status: string) =>
    (await admin.json<Row>('GET', `/api/v1/workflows/executions/${id}`)).status === status;
  const timeoutMs = 60_000;
  for (const id of executions) {
    await until(() => isIn(id, 'completed'), { what: 'the workflow has run', timeoutMs });
  }
  await until(() => isIn(waiting, 'waiting'), { what: 'a workflow waits', timeoutMs });
  const workflows = await admin.json<readonly Row[]>('GET', '/api/v1/workflows');
  const workflow = workflows.find(({ type }) => type === 'research')?.id;
  const [execution] = executions;
  if (workflow === undefined || execution === undefined) throw new Error('research is not there');
  return { workflow, execution };
}
