import { expect, it } from 'vitest';
import { buildRuntime } from '../testing/build-runtime.ts';
import { group, model, simulated } from '../testing/fragments.ts';
import { caller, factsFor } from '../testing/request-facts.ts';
import { RequestAttributes } from '@aicp/contracts/routing/request-attributes';

const { catalog } = buildRuntime({
  providers: [simulated('sim'), simulated('other')],
  models: [
    model('a', 'sim', { tier: 'premium', aliases: ['x'] }),
    model('b', 'sim', { tier: 'premium' }),
    model('c', 'other', { tier: 'free' }),
  ],
  policies: [
    group('alike', { a: 1, b: 1 }),
    group('mixed', { a: 1, c: 1 }),
    group('empty', { z: 1 }),
  ],
});
const served = (name: string) => catalog.everything(name)[0]!;

it('the model is the asked one, aliases resolved; a group is itself', () => {
  expect(new RequestAttributes(factsFor(served('x'))).get('model')).toBe('a');
  expect(new RequestAttributes(factsFor(served('mixed'))).get('model')).toBe('mixed');
});

it('a group has a tier and a provider where all its members have the same', () => {
  const of = (name: string) => {
    const attributes = new RequestAttributes(factsFor(served(name)));
    return [attributes.get('tier'), attributes.get('provider')];
  };
  expect(of('a')).toEqual(['premium', 'sim']);
  expect(of('alike')).toEqual(['premium', 'sim']);
  expect(of('mixed')).toEqual([undefined, undefined]);
  expect(of('empty')).toEqual([undefined, undefined]);
});

it('metadata is the key’s, then the body’s, then the header’s, as text', () => {
  const attributes = new RequestAttributes(
    factsFor(served('a'), {
      caller: caller({ metadata: { team: 'key' } }),
      metadata: [
        { team: 'body', n: 7, flag: true, deep: {} },
        { team: 'header', n: 8, deep: 'd', only: 'h' },
      ],
    }),
  );
  const values = ['team', 'n', 'flag', 'deep', 'only', 'gone'].map((key) =>
    attributes.get(`metadata.${key}`),
  );
  expect(values).toEqual(['key', '7', 'true', 'd', 'h', undefined]);
});

it('what objects inherit is no attribute', () => {
  const attributes = new RequestAttributes(factsFor(served('a'), { metadata: [{}] }));
  for (const name of [
    'metadata.constructor',
    'header.toString',
    'constructor',
    'metadata.__proto__',
  ]) {
    expect(attributes.get(name)).toBeUndefined();
  }
});

it('the user is the key’s, else the request’s', () => {
  const facts = factsFor(served('a'), { user: 'request' });
  expect(new RequestAttributes(facts).get('user')).toBe('request');
  const own = { ...facts, caller: caller({ user: 'key' }) };
  expect(new RequestAttributes(own).get('user')).toBe('key');
});

it('names lists all that it may be asked for', () => {
  const attributes = new RequestAttributes(
    factsFor(served('a'), { metadata: [{ m: '1' }, { m: '2', n: '3' }], headers: { 'x-h': 'v' } }),
  );
  const names = attributes.names();
  expect(names).toEqual(expect.arrayContaining(['team', 'hour', 'metadata.m', 'header.x-h']));
  expect(new Set(names).size).toBe(names.length);
});
