import { describe, expect, it } from 'vitest';
import type { StoredObject } from '../../resources/stored-object.ts';
import { objectivesOf } from './objectives-of.ts';

const object = (kind: string, name: string, spec: object): StoredObject => ({
  ...{ apiVersion: 'aicp.dev/v1alpha1', kind, spec: { ...spec } },
  metadata: { name, uid: `uid-${name}`, creationTimestamp: '2026-11-01T00:00:00Z' },
});
const provider = (name: string, organizationId?: string) =>
  object('Provider', name, { organizationId });
const model = (modelId: string, of: string, more: object = {}) =>
  object('Model', modelId, { modelId, provider: of, isActive: true, ...more });
const sla = (name: string, modelPattern: string, more: object = {}) =>
  object('SLADefinition', name, { provider: 'p', modelPattern, targetP95Ms: 400, ...more });

/** Which models each is about, by name. */
const about = (
  definitions: StoredObject[],
  models: StoredObject[],
  providers: StoredObject[] = [provider('p')],
): Record<string, readonly string[]> =>
  Object.fromEntries(
    objectivesOf({ definitions, models, providers }).map(({ kind, name, models: ids }) => [
      kind === 'Model' ? `default:${name}` : name,
      ids,
    ]),
  );

describe('what is promised', () => {
  it('is what an id says before a pattern, and a longer pattern before a shorter one', () => {
    const models = ['gpt-4o', 'gpt-4o-mini', 'gpt-5', 'other'].map((id) => model(id, 'p'));
    const definitions = [
      sla('all', '*'),
      sla('long', 'gpt-4o*'),
      sla('short', 'gpt-*'),
      sla('same', 'gpt-*'),
      sla('exact', 'gpt-4o'),
    ];
    expect(about(definitions, models)).toEqual({
      ...{ all: ['other'], long: ['gpt-4o-mini'], short: [], same: ['gpt-5'], exact: ['gpt-4o'] },
    });
  });

  it('is about models that are in use, and of that provider', () => {
    const models = [
      model('off', 'p', { isActive: false }),
      model('elsewhere', 'q'),
      model('m', 'p'),
    ];
    expect(about([sla('all', '*')], models, [provider('p'), provider('q')])).toEqual({
      all: ['m'],
    });
    expect(about([sla('all', '*')], models, [])).toEqual({ all: [] });
  });

  it('by the platform and by organizations is apart, and each sees what it may', () => {
    const models = [
      model('platforms', 'p'),
      model('acme-at-p', 'p', { organizationId: 'acme' }),
      model('globex-at-p', 'p', { organizationId: 'globex' }),
      model('acmes', 'own', { organizationId: 'acme' }),
    ];
    const acme = { organizationId: 'acme' };
    const definitions = [
      sla('platform', '*'),
      sla('acme', '*', acme),
      sla('acme-own', '*', { ...acme, provider: 'own' }),
      sla('globex-there', '*', { organizationId: 'globex', provider: 'own' }),
    ];
    const providers = [provider('p'), provider('own', 'acme')];
    expect(about(definitions, models, providers)).toEqual({
      platform: ['acme-at-p', 'globex-at-p', 'platforms'],
      acme: ['acme-at-p', 'platforms'],
      'acme-own': ['acmes'],
      'globex-there': [],
    });
    const shared = objectivesOf({ definitions, models, providers }).map(
      ({ name, isShared, sinceMs }) => [name, isShared, sinceMs > 0],
    );
    expect(shared.slice(0, 3)).toEqual([
      ['platform', false, false],
      ['acme', true, false],
      ['acme-own', false, true],
    ]);
  });

  it('of an organization’s own model at a provider of the platform is told where its facts are its own', () => {
    const acme = { organizationId: 'acme' };
    const models = [
      model('alone', 'p', { ...acme, defaultLatencySlaMs: 300 }),
      model('twice', 'p', { ...acme, defaultLatencySlaMs: 300 }),
      { ...model('twice', 'p', { organizationId: 'globex' }), kind: 'Model' },
    ];
    expect(about([sla('acme', '*', acme)], models)).toEqual({ acme: ['alone'] });
    const [objective, ...others] = objectivesOf({
      definitions: [],
      models,
      providers: [provider('p')],
    });
    expect(others).toEqual([]);
    expect(objective).toMatchObject({ name: 'alone', organization: 'acme', isShared: false });
    expect([...(objective?.modelsSinceMs ?? [])]).toEqual([
      ['alone', Date.parse('2026-11-01T00:00:00Z')],
    ]);
  });

  it('is a model’s own default where no definition of its owner is about it', () => {
    const models = [
      model('fast', 'p', { defaultLatencySlaMs: 300 }),
      model('other', 'p', { defaultLatencySlaMs: 300 }),
    ];
    const definitions = [sla('named', 'fast'), sla('acme', '*', { organizationId: 'acme' })];
    expect(about(definitions, models)).toMatchObject({
      named: ['fast'],
      'default:other': ['other'],
    });
    const [objective] = objectivesOf({
      definitions: [],
      models: models.slice(0, 1),
      providers: [provider('p')],
    });
    expect(objective).toMatchObject({
      windowMinutes: 60,
      targets: [{ metric: 'p95_ms', value: 300 }],
    });
  });
});
