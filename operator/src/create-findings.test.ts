import { until } from '@aicp/common/kubernetes/testing/manual-clock';
import { expect, it } from 'vitest';
import { TestCluster, withModel, works } from './testing/cluster.ts';
import { AT, report } from './testing/health-reports.ts';

it('says of a program that no MCP host runs that it is not in service, whatever gateways see of it, and what they see where one does', async () => {
  const cluster = new TestCluster();
  const operator = await cluster.operator();
  const gateway = cluster.replica('gateway-0', operator.url);
  await withModel(cluster);
  cluster.put('MCPServer', 'clock', { serverType: 'stdio', command: 'clock' });
  await cluster.untilCondition('MCPServer', 'clock', 'Programmed', 'False NotEnforced');
  const uid = cluster.get('MCPServer', 'clock')?.metadata.uid ?? '';
  const server = {
    name: 'clock',
    uid,
    reachable: false,
    since: AT,
    fault: 'unknown name' as const,
  };
  gateway.health = { ...report([]), mcp_servers: [server] };
  await works(cluster, 'another', gateway);
  await cluster.untilCondition('MCPServer', 'clock', 'Reachable', 'Unknown NotInService');
  await cluster.untilCondition('MCPServer', 'clock', 'ToolsChanged', 'Unknown NotInService');
  cluster.replica('mcp-host-0', operator.url, { service: 'mcp-host' });
  await cluster.untilCondition('MCPServer', 'clock', 'Reachable', 'False Unreachable');
  expect(operator.complaints()).toEqual([]);
});

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
