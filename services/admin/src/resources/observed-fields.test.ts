import { kinds } from '@aicp/crds/kinds';
import { slaDefinition } from '@aicp/crds/sla-definition';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectionsOn } from '../kinds/collections.ts';
import { asStored } from './stored-object.ts';
import type { Collection } from './collection.ts';
import { resourceFixture, type ResourceFixture } from './testing/resource-fixture.ts';

const sla = (status?: object) =>
  asStored(slaDefinition, {
    metadata: { name: 'fast', uid: 'u' },
    ...(status ? { status } : {}),
  });

describe('what was observed of objects', () => {
  let aicp: ResourceFixture;
  let collections: readonly Collection[];
  beforeAll(async () => {
    aicp = await resourceFixture();
    collections = collectionsOn(aicp.store);
  });
  afterAll(() => aicp[Symbol.asyncDispose]());
  const additionsOf = (kind: string) =>
    collections.find((one) => one.kind.kind === kind)?.additions;

  it('is answered of every kind that has it', () => {
    const observing = kinds.filter(
      ({ api, structural }) => api && structural.status.properties?.['observed'],
    );
    expect(observing.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['SLADefinition', 'FailoverRule', 'ABTest', 'EventSubscription']),
    );
    for (const { kind } of observing)
      expect(additionsOf(kind)?.schemas, kind).toHaveProperty('observed');
  });

  it('is in the words and numbers of the API', () => {
    const observed = {
      ...{ p95Ms: 812, errorRate: '0.0021', errorBudgetLeft: '-8.5745', burnRate: '9.5745' },
      ...{ status: 'degraded', at: '2026-11-25T01:29:45.732Z' },
    };
    expect(additionsOf('SLADefinition')?.of(sla({ observed }))).toEqual({
      observed: {
        ...{ p95_ms: 812, error_rate: 0.0021, error_budget_left: -8.5745, burn_rate: 9.5745 },
        ...{ status: 'degraded', at: '2026-11-25T01:29:45.732Z' },
      },
    });
    expect(additionsOf('SLADefinition')?.of(sla())).toEqual({ observed: {} });
  });

  it('is described as what is answered', () => {
    expect(additionsOf('SLADefinition')?.schemas['observed']).toMatchObject({
      properties: { p95_ms: { type: 'integer' }, error_rate: { type: 'number' } },
    });
  });
});
