import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import type { LatencyWindows } from '@aicp/ledger/query/latency-windows';
import { expect, it } from 'vitest';
import type { ObjectStore } from '../../resources/store.ts';
import type { StoredObject } from '../../resources/stored-object.ts';
import type { Violation } from '../violations/violation-table.ts';
import { HealthReader } from './health-reader.ts';

const object = (kind: string, name: string, spec: object): StoredObject => ({
  ...{ apiVersion: 'aicp.dev/v1alpha1', kind, spec: { ...spec } },
  metadata: { name, uid: `uid-${name}`, creationTimestamp: '2026-11-01T00:00:00Z' },
});

const OBJECTS = [
  object('Provider', 'shared', {}),
  object('Model', 'one', { modelId: 'one', provider: 'shared' }),
  object('Model', 'own', { modelId: 'own', provider: 'shared', organizationId: 'acme' }),
];

const violationOf = (model: string, organization: string | null) =>
  ({ provider: 'shared', model, organization_id: organization }) as Violation;

async function statesWith(violations: readonly Violation[]): Promise<unknown[]> {
  const list: ObjectStore['list'] = ({ kind }) => OBJECTS.filter((one) => one.kind === kind);
  const nothing: LatencyWindows = new Map();
  const reader = new HealthReader({
    store: { list },
    ledger: {
      latencyWindows: () => Promise.resolve(nothing),
      latencySpans: () => Promise.resolve([]),
    },
    violations: { active: () => Promise.resolve([...violations]) },
    clock: new ManualClock(Date.parse('2026-11-24T00:00:00Z')),
  });
  const admin = { subject: 'root', role: 'platform_admin' } as const;
  const health = await reader.now(admin as unknown as Parameters<HealthReader['now']>[0]);
  return health.map(({ model, status }) => [model, status]);
}

it('what an organization promises itself of the platform’s models degrades them for nobody else', async () => {
  expect(await statesWith([violationOf('one', 'acme'), violationOf('own', 'acme')])).toEqual([
    ['one', 'unknown'],
    ['own', 'degraded'],
  ]);
  expect(await statesWith([violationOf('one', null)])).toContainEqual(['one', 'degraded']);
});
