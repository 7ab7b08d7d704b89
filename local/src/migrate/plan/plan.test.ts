import { describe, expect, it } from 'vitest';
import { sourcesIn } from '../source/source.ts';
import { Names } from './names.ts';
import { Plan } from './plan.ts';

function planOf(): { plan: Plan; made: () => ReturnType<Plan['made']>; add: Add } {
  const sources = sourcesIn('a: 1');
  const from = sources[0]!.root;
  const plan = new Plan();
  const add: Add = (kind, name, spec) => plan.add(kind, { names: [name], spec, from });
  add('Provider', 'p', { type: 'openai' });
  return { plan, add, made: () => plan.made(sources) };
}
type Add = (kind: string, name: string, spec: Readonly<Record<string, unknown>>) => string;

const namesOf = ({ objects }: ReturnType<Plan['made']>) => objects.map((one) => one.metadata.name);
const notesOf = ({ notes }: ReturnType<Plan['made']>) => notes.map(({ text }) => text).join('\n');

describe('objects that name what is not made', () => {
  it('are made without it where it is a fallback', () => {
    const { add, made } = planOf();
    add('Model', 'a', { modelId: 'a', provider: 'p', fallbacks: ['b', 'c'] });
    add('Model', 'b', { modelId: 'b', provider: 'p', contextWindowFallbacks: ['c'] });
    add('Model', 'c', { modelId: 'c', provider: 'absent' });
    const result = made();
    expect(namesOf(result)).toEqual(['p', 'a', 'b']);
    expect(result.objects.map(({ spec }) => spec)).toEqual([
      { type: 'openai' },
      { modelId: 'a', provider: 'p', fallbacks: ['b'] },
      { modelId: 'b', provider: 'p' },
    ]);
    expect(notesOf(result)).toContain('fallbacks of Model a: c is left out, since it is not made');
  });

  it('are left out where nothing of them is left, or where it is what they are about', () => {
    const { add, made } = planOf();
    add('Model', 'a', { modelId: 'a', provider: 'p' });
    add('RoutingPolicy', 'none-left', {
      ...{ policyType: 'fallback', config: { model: 'a', fallbacks: ['c'] } },
    });
    add('RoutingPolicy', 'some-left', {
      ...{ policyType: 'fallback', config: { model: 'a', fallbacks: ['c', 'a'] } },
    });
    add('RoutingPolicy', 'group', {
      ...{ policyType: 'model_group', config: { alias: 'g', models: ['a', 'c'] } },
    });
    add('RateLimitPolicy', 'limit', { scope: 'model', scopeValue: 'c', rpmLimit: 1 });
    const result = made();
    expect(namesOf(result)).toEqual(['p', 'a', 'some-left']);
    expect(notesOf(result)).toContain('none-left is not made: it names Model c');
  });
});

it('numbers names within the length that names may have', () => {
  const names = new Names();
  const long = 'x'.repeat(63);
  expect([names.take(long), names.take(long), names.take(long)]).toEqual([
    ...[long, `${'x'.repeat(61)}-2`, `${'x'.repeat(61)}-3`],
  ]);
});
