import { expect, it } from 'vitest';
import { MERGE, TABLE } from './contract-client.ts';
import { API_VERSION, custom } from './objects.ts';
import { type ContractOptions, topic } from './suite.ts';

const AT = '2026-01-01T00:00:00.000Z';

interface ObservedCase {
  readonly kind: string;
  readonly plural: string;
  readonly spec: object;
  /** As the operator writes it. */
  readonly observed: Readonly<Record<string, unknown>>;
  /** What tables show of it, by column. */
  readonly shown: Readonly<Record<string, unknown>>;
  /** Each alone is refused. */
  readonly refused: readonly object[];
}

const cases: readonly ObservedCase[] = [
  {
    kind: 'SLADefinition',
    plural: 'sladefinitions',
    spec: { provider: 'openai', modelPattern: 'gpt-*', targetP95Ms: 400 },
    observed: {
      p95Ms: 912,
      errorRate: '0.012',
      errorBudgetLeft: '-0.5',
      burnRate: '14.4',
      requests: 120,
      status: 'degraded',
      at: AT,
    },
    shown: {
      'Target-P95': 400,
      P95: 912,
      Errors: '0.012',
      'Budget-Left': '-0.5',
      Status: 'degraded',
    },
    refused: [
      { p95Ms: -1 },
      { p95Ms: 0.5 },
      { errorRate: 'many' },
      { errorRate: 0.012 },
      { status: 'fine' },
      { at: 'now' },
    ],
  },
  {
    kind: 'FailoverRule',
    plural: 'failoverrules',
    spec: { sourceModel: 'a', targetModel: 'b', triggerCondition: 'error_rate > 0.05' },
    observed: { state: 'failed_over', replicas: '1 of 2', requestsMoved: 12 },
    shown: { Source: 'a', Target: 'b', State: 'failed_over' },
    refused: [{ requestsMoved: -1 }, { requestsMoved: '12' }, { state: 1 }],
  },
  {
    kind: 'ABTest',
    plural: 'abtests',
    spec: { baseModel: 'a', variantModel: 'b', trafficSplitPercent: 10 },
    observed: { baseRequests: 90, variantRequests: 10, difference: '+2 %', verdict: 'Undecided' },
    shown: {
      'Base-Requests': 90,
      'Variant-Requests': 10,
      Difference: '+2 %',
      Verdict: 'Undecided',
    },
    refused: [{ baseRequests: -1 }, { verdict: true }, { at: 'now' }],
  },
  {
    kind: 'EventSubscription',
    plural: 'eventsubscriptions',
    spec: {
      eventTypes: ['budget.*'],
      channel: 'webhook',
      config: { url: 'https://hooks.example.com/' },
    },
    observed: { pending: 2, failed: 1, consecutiveFailures: 3, lastFailureAt: AT },
    shown: { Channel: 'webhook', Pending: 2, Failed: 1 },
    refused: [{ pending: -1 }, { failed: 'one' }, { lastFailureAt: 'now' }],
  },
];

/** What services found out of an object, in its status: as whole as the kind's schema says, and shown in tables. */
export function observedContract(options: ContractOptions): void {
  topic('what was observed', options, (shared) => {
    it.each(cases)('of an $kind is validated and shown', async (one) => {
      const { client, namespace } = shared();
      const path = custom(namespace, one.plural);
      const { status, body } = await client.post(path, {
        apiVersion: API_VERSION,
        kind: one.kind,
        metadata: { name: 'seen' },
        spec: one.spec,
      });
      expect(status, JSON.stringify(body)).toBe(201);
      const state = (observed: object) =>
        client.patch(`${path}/seen/status`, MERGE, { status: { observed } });
      expect((await state(one.observed)).body.status).toMatchObject({ observed: one.observed });
      for (const wrong of one.refused) {
        expect((await state(wrong)).status, JSON.stringify(wrong)).toBe(422);
      }
      const { body: listed } = await client.call('GET', path, { accept: TABLE });
      const cells = Object.fromEntries(
        listed.columnDefinitions.map(({ name }, place) => [name, listed.rows[0]?.cells[place]]),
      );
      expect(cells).toMatchObject(one.shown);
    });
  });
}
