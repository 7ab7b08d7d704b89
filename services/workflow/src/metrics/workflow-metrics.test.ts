import { expect, it } from 'vitest';
import { EngineFixture } from '../testing/engine-fixture.ts';
import { sectionsOf, step, templateOf } from '../testing/fragments.ts';

it('count executions and steps for Prometheus', async () => {
  const sections = sectionsOf([templateOf('sum', [step('one', 'transform', { value: 1 })])]);
  await using engine = await EngineFixture.start({ sections });
  await engine.run('sum');
  const { body } = await engine.get('/metrics');
  const text = String(body['text']);
  expect(text).toMatch(/^aicp_workflow_started_total\{.*\} 1$/m);
  expect(text).toMatch(/^aicp_workflow_ended_total\{.*status="completed".*\} 1$/m);
  expect(text).toMatch(/^aicp_workflow_steps_total\{.*type="transform".*\} 1$/m);
  expect(text).toMatch(/^aicp_workflow_open_executions\{.*status="waiting".*\} 0$/m);
});
