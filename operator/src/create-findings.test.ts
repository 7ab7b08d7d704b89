import { until } from '@aicp/common/kubernetes/testing/manual-clock';
import { expect, it } from 'vitest';
import { TestCluster } from './testing/cluster.ts';

it('says of a workflow how often it was run and failed, as the engine counts', async () => {
  const cluster = new TestCluster();
  const operator = await cluster.operator();
  const engine = cluster.replica('workflow-0', operator.url, { service: 'workflow' });
  const steps = [{ id: 'answer', type: 'llm', with: { prompt: 'Hello' } }];
  cluster.put('WorkflowTemplate', 'greeting', { type: 'greeting', steps });
  await cluster.untilCondition('WorkflowTemplate', 'greeting', 'Programmed', 'True');
  const uid = cluster.get('WorkflowTemplate', 'greeting')?.metadata.uid ?? '';
  const found = { kind: 'WorkflowTemplate', name: 'greeting', uid } as const;
  const at = new Date().toISOString();
  engine.findings = {
    at,
    objects: [{ ...found, conditions: [], observed: { runs: 3, failures: 1 } }],
  };
  // Whatever changes ends the poll under way: the next one tells it.
  cluster.put('WorkflowTemplate', 'other', { type: 'other', steps });
  await until('the status tells it', () => {
    const status = cluster.get('WorkflowTemplate', 'greeting')?.['status'] as { observed?: object };
    return status.observed !== undefined;
  });
  const status = cluster.get('WorkflowTemplate', 'greeting')?.['status'];
  expect(status).toMatchObject({ observed: { runs: 3, failures: 1 } });
  expect(operator.complaints()).toEqual([]);
});
