import { describe, expect, it } from 'vitest';
import { OPERATOR_SECTIONS, SECTIONS } from '@aicp/contracts/snapshot/sections';
import {
  apiKey,
  controlPlane,
  hashOf,
  model,
  object,
  policy,
  provider,
  secret,
} from '../testing/builders.ts';
import { after, compiled, fragments, keys, verdictOn } from '../testing/compiled.ts';

const sim = provider('sim');
const fast = model('fast');
const smart = model('smart', { aliases: ['clever'] });

const ids = (result: ReturnType<typeof compiled>, section: string) =>
  fragments(result, section).map((fragment) => fragment['id']);

describe('keys', () => {
  it('with the same hash: the oldest one counts', () => {
    const result = compiled([
      apiKey('b', { keyHash: hashOf('x') }, { age: 2 }),
      apiKey('a', { keyHash: hashOf('x') }, { age: 1 }),
      apiKey(
        'c',
        {
          keyHash: hashOf('c'),
          previousKeyHash: hashOf('x'),
          previousKeyExpiresAt: '2027-01-01T00:00:00Z',
        },
        { age: 3 },
      ),
    ]);
    expect(keys(result).map((fragment) => fragment['id'])).toEqual(['a']);
    for (const loser of ['b', 'c']) {
      expect(verdictOn(result, loser)).toMatchObject({
        reason: 'Conflicted',
        inEffect: 'left_out',
      });
      expect(verdictOn(result, loser).message).toContain('APIKey/a');
      expect(verdictOn(result, loser).message).not.toContain(hashOf('x'));
    }
  });

  it('are never kept: one that turned invalid is gone at once', () => {
    const before = compiled([apiKey('k')]);
    expect(keys(before)).toHaveLength(1);
    const result = compiled([apiKey('k', { keyHash: 'nonsense' }, { generation: 2 })], {
      previous: after(before),
    });
    expect(keys(result)).toEqual([]);
    expect(verdictOn(result, 'k')).toMatchObject({ reason: 'Invalid', inEffect: 'left_out' });
  });
});

describe('policies that contradict each other', () => {
  const first = policy('first', { condition: 'team == a && user == b', priority: 7 });
  const contrary = { condition: 'user == b && team in [a]', priority: 7, targetModels: ['smart'] };

  it('with the same priority and the same condition: the older one wins', () => {
    const result = compiled([sim, fast, smart, policy('second', contrary, { age: 5 }), first]);
    expect(ids(result, 'policies')).toEqual(['first']);
    expect(verdictOn(result, 'second')).toMatchObject({
      reason: 'Conflicted',
      message:
        'the same priority 7 and the same condition, with another outcome, stand in RoutingPolicy/first, which is older: change the priority or the condition of one of the two',
    });
    expect(result.degraded).toEqual([]);
  });

  it.each([
    ['another priority', { ...contrary, priority: 8 }],
    ['another condition', { ...contrary, condition: 'team == c' }],
    ['another organization', { ...contrary, organizationId: 'acme' }],
    ['the same outcome', { ...contrary, targetModels: ['fast'] }],
    ['a deny, which never conflicts', { ...contrary, action: 'deny' }],
  ])('are none with %s', (_, spec) => {
    const acme = object('Organization', 'acme', {});
    const result = compiled([sim, fast, smart, policy('second', spec, { age: 5 }), first, acme]);
    expect(verdictOn(result, 'second').reason).toBe('Accepted');
    expect(fragments(result, 'policies')).toHaveLength(2);
  });
});

describe('reachability', () => {
  const catchAll = policy('all', { priority: 10 });
  const never = (result: ReturnType<typeof compiled>, name: string) =>
    verdictOn(result, name).message.startsWith('never reached: RoutingPolicy "');

  it('is said of a policy behind one with the same condition, or with none; it stays accepted', () => {
    const result = compiled([
      sim,
      fast,
      catchAll,
      policy('lower', { priority: 1, condition: 'team == a' }),
      policy('higher', { priority: 20, condition: 'team == a' }),
      policy('twin', { priority: 15, condition: '(team == a)' }),
    ]);
    expect(verdictOn(result, 'lower')).toMatchObject({
      reason: 'Accepted',
      inEffect: 'current',
      message: 'never reached: RoutingPolicy "all" decides every request that it could match',
    });
    expect([never(result, 'twin'), never(result, 'higher')]).toEqual([true, false]);
    expect(ids(result, 'policies')).toContain('lower');
  });

  it('is not lost behind a deny, another organization, or a prefer that has nothing to prefer', () => {
    const lower = policy('lower', { priority: 1 });
    const others = [
      policy('deny', { priority: 5, action: 'deny' }),
      policy('acme', { priority: 5, organizationId: 'acme' }),
      policy('empty', { priority: 5, action: 'prefer', targetModels: ['nowhere'] }),
    ];
    expect(never(compiled([sim, fast, lower, ...others]), 'lower')).toBe(false);
  });
});

describe('an object that turns invalid', () => {
  const bad = { condition: 'team ==' };

  it('stays in use in its last good form, and says so', () => {
    const before = compiled([sim, fast, policy('p', { condition: 'team == a' })]);
    const now = [sim, fast, policy('p', bad, { generation: 2 })];
    const result = compiled(now, { previous: after(before) });
    expect(fragments(result, 'policies')).toMatchObject([
      { condition: 'team == a', source: { generation: 1 } },
    ]);
    expect(verdictOn(result, 'p')).toMatchObject({ reason: 'ConditionInvalid', inEffect: 'kept' });
    expect(verdictOn(result, 'p').message).toContain('the form of generation 1 stays in use');
    expect(result.degraded).toEqual([]);
  });

  it('is left out where it never was valid; a deny or permit marks the snapshot degraded', () => {
    const result = compiled([
      sim,
      fast,
      policy('permit', bad),
      policy('deny', { ...bad, action: 'deny' }),
      policy('prefer', { ...bad, action: 'prefer' }),
      object('RoutingPolicy', 'wild', { action: 7 }),
    ]);
    expect(fragments(result, 'policies')).toEqual([]);
    expect(result.degraded).toEqual([
      'RoutingPolicy/deny',
      'RoutingPolicy/permit',
      'RoutingPolicy/wild',
    ]);
    expect(verdictOn(result, 'deny').message).toContain(
      'it is not enforced, and the snapshot is marked degraded',
    );
  });

  it('does not keep what is only missing, nor what was switched off', () => {
    const before = compiled([sim, fast, policy('p')]);
    const result = compiled([fast, policy('p', { isActive: false, ...bad }, { generation: 2 })], {
      previous: after(before),
    });
    expect(fragments(result, 'models')).toEqual([]);
    expect(fragments(result, 'policies')).toEqual([]);
    expect(verdictOn(result, 'fast')).toMatchObject({
      reason: 'ReferenceNotFound',
      message: 'provider "sim" does not exist: create it or change spec.provider',
      inEffect: 'left_out',
    });
  });

  it('keeps the form from before a conflict, where that is still free', () => {
    const before = compiled([sim, fast, model('other', {}, { age: 3 })]);
    const clash = model('other', { modelId: 'fast' }, { age: 3, generation: 2 });
    const result = compiled([sim, fast, clash], { previous: after(before) });
    expect(ids(result, 'models')).toEqual(['fast', 'other']);
    expect(verdictOn(result, 'other')).toMatchObject({ reason: 'Conflicted', inEffect: 'kept' });

    const taken = compiled([sim, fast, clash, model('third', { modelId: 'other' }, { age: 9 })], {
      previous: after(before),
    });
    expect(verdictOn(taken, 'other').inEffect).toBe('left_out');
    expect(verdictOn(taken, 'third').inEffect).toBe('current');
  });

  it('drops from a kept form what no longer exists', () => {
    const before = compiled([sim, fast, smart, policy('p', { targetModels: ['fast', 'smart'] })]);
    const now = policy('p', { ...bad, targetModels: ['fast', 'smart'] }, { generation: 2 });
    const one = compiled([sim, fast, now], { previous: after(before) });
    expect(fragments(one, 'policies')).toMatchObject([
      { targets: ['fast'], targetsMissing: false },
    ]);
    const none = compiled([sim, now], { previous: after(before) });
    expect(fragments(none, 'policies')).toMatchObject([{ targets: [], targetsMissing: true }]);
  });

  it('keeps a provider with the credential of today, never with one from the past', () => {
    const spec = { type: 'openai', secretRef: { name: 's', key: 'k' } };
    const before = compiled([provider('p', spec)], { secrets: [secret('s', { k: 'old' })] });
    const broken = provider('p', { ...spec, baseUrl: 'http://[' }, { generation: 2 });
    const now = compiled([broken], {
      previous: after(before),
      secrets: [secret('s', { k: 'new' })],
    });
    expect(fragments(now, 'providers')).toMatchObject([
      { baseUrl: 'https://api.openai.com/v1', credential: 'set' },
    ]);
    expect(fragments(now, 'credentials')).toMatchObject([{ apiKey: 'new' }]);
    const gone = compiled([broken], { previous: after(before) });
    expect(fragments(gone, 'providers')).toMatchObject([{ credential: 'missing' }]);
    expect(fragments(gone, 'credentials')).toEqual([]);
  });
});

describe('a form that a replica rejected', () => {
  const rejection = { generation: 2, section: 'policies', message: 'condition too deep' };
  const rejected = new Map([['RoutingPolicy-p', [rejection]]]);
  const second = policy('p', { targetModels: [] }, { generation: 2 });

  it('gives way to the last good one', () => {
    const before = compiled([sim, fast, policy('p')]);
    const result = compiled([sim, fast, second], { previous: after(before, rejected) });
    expect(fragments(result, 'policies')).toMatchObject([{ source: { generation: 1 } }]);
    expect(verdictOn(result, 'p')).toMatchObject({
      reason: 'Accepted',
      inEffect: 'kept',
      rejection: 'condition too deep',
    });
  });

  it('is left out where there is none, and marks the snapshot degraded', () => {
    const previous = { lastGood: () => undefined, rejected };
    const result = compiled([sim, fast, second], { previous });
    expect(fragments(result, 'policies')).toEqual([]);
    expect(verdictOn(result, 'p').inEffect).toBe('left_out');
    expect(result.degraded).toEqual(['RoutingPolicy/p']);
  });

  it('is forgotten once the object was edited', () => {
    const third = policy('p', { targetModels: [] }, { generation: 3 });
    const previous = { lastGood: () => undefined, rejected };
    const result = compiled([sim, fast, third], { previous });
    expect(verdictOn(result, 'p')).toMatchObject({ inEffect: 'current' });
    expect(verdictOn(result, 'p').rejection).toBeUndefined();
  });
});

describe('the settings', () => {
  it('are those of the oldest ControlPlane, whatever its name', () => {
    const result = compiled([
      object('ControlPlane', 'other', { environment: 'b' }, { age: 1 }),
      controlPlane({ environment: 'a' }),
    ]);
    expect(fragments(result, 'settings')).toMatchObject([{ environment: 'a' }]);
    expect(verdictOn(result, 'other').reason).toBe('Conflicted');
  });

  it('are an empty section where there is no ControlPlane', () => {
    expect(compiled([]).sections['settings']).toBe('[]');
  });
});

it('gives every section, empty ones too, and every object a verdict', () => {
  const result = compiled([sim, fast]);
  const taken = Object.values(SECTIONS).flatMap((names) => Object.keys(names));
  const known = new Set([...taken, ...OPERATOR_SECTIONS]);
  expect(Object.keys(result.sections).sort()).toEqual([...known].sort());
  expect(result.verdicts.size).toBe(2);
  expect(verdictOn(result, 'fast').desired.get('models')).toContain('"id":"fast"');
});
