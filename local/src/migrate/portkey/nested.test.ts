import { describe, expect, it } from 'vitest';
import { importPortkey } from './import-portkey.ts';

const model = (name: string, more: object = {}): object => ({
  ...{ provider: 'openai', override_params: { model: name } },
  ...more,
});
const chain = (...targets: readonly object[]): object => ({
  ...{ strategy: { mode: 'fallback' }, targets },
});
const group = (...targets: readonly object[]): object => ({
  ...{ strategy: { mode: 'loadbalance' }, targets },
});

const specsOf = (config: object, kind: string) =>
  importPortkey(JSON.stringify(config), 'a')
    .objects.filter((object) => object.kind === kind)
    .map(({ spec }) => spec);
const upstreams = (config: object): readonly unknown[] =>
  specsOf(config, 'Model').map(({ modelId, upstreamModel }) => [modelId, upstreamModel]);
const configsOf = (config: object): readonly unknown[] =>
  specsOf(config, 'RoutingPolicy').map((spec) => spec['config']);

describe('configs within one another', () => {
  it('give every target an id of its own, also where an inner and an outer chain count alike', () => {
    const config = chain(chain(model('x'), model('y')), model('z'));
    expect(upstreams(config)).toEqual([
      ['a', 'x'],
      ['a/2', 'y'],
      ['a/2-2', 'z'],
    ]);
  });

  it('make one policy of a chain that begins with another, which asks all of both', () => {
    const config = chain(chain(model('x'), model('y')), model('z'));
    expect(configsOf(config)).toEqual([{ model: 'a', fallbacks: ['a/2', 'a/2-2'] }]);
  });

  it('tell members that are called alike apart', () => {
    const config = group(model('x', { name: 'same' }), model('y', { name: 'same' }));
    expect(upstreams(config)).toEqual([
      ['a/same', 'x'],
      ['a/same-2', 'y'],
    ]);
    expect(configsOf(config)).toEqual([
      { alias: 'a', models: ['a/same', 'a/same-2'], weights: [1, 1] },
    ]);
  });

  const conditional = (plan: string, then: object, other: object): object => ({
    strategy: {
      ...{ mode: 'conditional', default: 'other' },
      conditions: [{ query: { 'metadata.plan': plan }, then: 'then' }],
    },
    targets: [
      { ...then, name: 'then' },
      { ...other, name: 'other' },
    ],
  });

  it('look at the conditions of the outer one first', () => {
    const config = conditional('outer', model('x'), conditional('inner', model('y'), model('z')));
    const found = specsOf(config, 'RoutingPolicy').toSorted(
      (one, other) => Number(other['priority']) - Number(one['priority']),
    );
    expect(found.map(({ condition }) => condition)).toEqual([
      "model == 'a' && (metadata.plan == 'outer')",
      "model == 'a' && (metadata.plan == 'inner')",
    ]);
    expect(new Set(found.map(({ priority }) => priority)).size).toBe(2);
  });

  it('say which conditions could never act', () => {
    const config = chain(model('w'), conditional('inner', model('y'), model('z')));
    expect(JSON.stringify(specsOf(config, 'RoutingPolicy'))).not.toContain('metadata.plan');
    const { notes } = importPortkey(JSON.stringify(config), 'a');
    expect(notes.map(({ text }) => text)).toContain(
      'conditions of a config that is not asked first are left out: its default is asked',
    );
  });
});

it('never asks a member of weight 0', () => {
  const config = group(model('x', { weight: 1 }), model('y', { weight: 0 }));
  expect(upstreams(config)).toEqual([['a/1', 'x']]);
});

it('asks for the deployment of Azure, whatever model stands beside it', () => {
  const target = {
    ...{ provider: 'azure-openai', azure_resource_name: 'contoso' },
    ...{ azure_deployment_id: 'mine', override_params: { model: 'gpt-4o' } },
  };
  expect(upstreams(target)).toEqual([['a', 'mine']]);
});
