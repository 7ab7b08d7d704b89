import { until } from '@aicp/common/kubernetes/testing/manual-clock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EngineFixture } from '../testing/engine-fixture.ts';
import { chatSaying } from '../testing/fake-gateway.ts';
import { sectionsOf, step, templateOf } from '../testing/fragments.ts';

const quick = {
  max_attempts: 2,
  initial_interval_seconds: 0.01,
  backoff: 2,
  max_interval_seconds: 1,
};
const items = '${{ input.items }}';

const TEMPLATES = [
  templateOf('odd', [
    step('ask', 'llm', { prompt: 'x' }, { retry: quick, on_error: 'continue' }),
    step('say', 'transform', { value: '${{ steps.ask }}' }),
  ]),
  templateOf('deep', [
    step('ask', 'llm', { prompt: 'x', json: true }, { on_error: 'mend' }),
    step('mend', 'transform', { value: '${{ steps.ask.error }}' }),
  ]),
  templateOf('nest', [
    step('outer', 'foreach', { items, steps: ['inner'], max_parallel: 20 }),
    step('inner', 'foreach', { items, steps: ['ask'], max_parallel: 20 }),
    step('ask', 'llm', { prompt: 'x' }),
  ]),
  templateOf(
    'long',
    [
      step('each', 'foreach', { items, steps: ['one', 'two', 'three'] }),
      ...['one', 'two', 'three'].map((id) => step(id, 'transform', { value: 1 })),
    ],
    { timeout_seconds: 1 },
  ),
];

describe('what steps come to', () => {
  let engine: EngineFixture;
  beforeAll(async () => {
    engine = await EngineFixture.start({ sections: sectionsOf(TEMPLATES) });
  }, 60_000);
  afterAll(() => engine[Symbol.asyncDispose]());

  it('may hold what no database takes, also where they fail', async () => {
    engine.gateway.answer = () => chatSaying('a\u0000b\ud800');
    const said = await engine.run('odd');
    expect(said.output).toMatchObject({ output: { text: 'a\ufffdb\ufffd' } });
    engine.gateway.answer = () => ({ status: 503, body: { error: { message: 'a\u0000\ud800' } } });
    const refused = await engine.run('odd');
    expect(refused.output).toMatchObject({ error: 'the gateway answered 503: a\ufffd\ufffd' });
  });

  it('is a failure where it is too deep, and another stands in', async () => {
    engine.gateway.answer = () => chatSaying('{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000));
    const { output } = await engine.run('deep');
    expect(output).toBe('it puts out lists and objects deeper than 128 levels');
  });

  it('is worked on twenty at a time, however deep a foreach stands in another', async () => {
    engine.gateway.answer = () => undefined;
    engine.gateway.taken.length = 0;
    const id = await engine.begin('nest', { items: [1, 2, 3, 4, 5, 6] });
    const hasBegun = async () => (await engine.execution(id)).steps.length === 1 + 6 + 36;
    await until('all have begun, and twenty are asked', async () => {
      return (await hasBegun()) && engine.gateway.taken.length >= 20;
    });
    expect(engine.gateway.taken).toHaveLength(20);
    await engine.post(`/api/v1/executions/${id}/cancel`);
    await engine.reached(id, 'cancelled');
  });

  it('begins no more when the time of the execution is over, however quick each step is', async () => {
    const all = Array.from({ length: 1_000 }, (_, index) => index);
    const { error, steps } = await engine.run('long', { items: all }, 'failed');
    expect(error).toContain('the execution did not end within 1 s');
    expect(steps.length).toBeLessThan(3_001);
  });
});
