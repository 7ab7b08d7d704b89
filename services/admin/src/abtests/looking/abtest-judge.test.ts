import { testEngines } from '@aicp/common/database/testing/engines';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { finding, type Finding } from '@aicp/contracts/poll/findings-report';
import { EVENT_CATALOG } from '@aicp/contracts/events/event-catalog';
import { abtest } from '@aicp/crds/abtest';
import type { EventDraft } from '@aicp/events/outbox/event-draft';
import { eventIdOf } from '@aicp/events/outbox/event-draft';
import type { TrialQuery } from '@aicp/ledger/query/trials/trial-query';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAdminDatabase } from '../../audit/testing/audit-database.ts';
import type { AdminDatabase } from '../../database/tables.ts';
import {
  contextOf,
  problem,
  resourceFixture,
  somebody,
  type ResourceFixture,
} from '../../resources/testing/resource-fixture.ts';
import { abtestResultRoutes } from '../abtest-result-routes.ts';
import { ResultStore } from '../results/result-store.ts';
import { armsLike } from '../testing/arms-of.ts';
import { AbtestJudge } from './abtest-judge.ts';
import { Decider } from './decider.ts';
import { TrialWatch } from './trial-watch.ts';

const NOON = Date.UTC(2026, 10, 24, 12);
const SPEC = {
  baseModel: 'old',
  variantModel: 'new',
  trafficSplitPercent: 50,
  state: 'running',
  startedAt: new Date(NOON - 3_600_000).toISOString(),
};
const FASTER = armsLike({ latencyMs: 300 });
const SLOWER = armsLike({ latencyMs: 900 });

describe.each(testEngines())('A/B tests that run, on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let database: AdminDatabase;
    let stopDatabase: () => Promise<void>;
    let aicp: ResourceFixture;
    let world: ReturnType<typeof worldOf>;

    beforeAll(async () => {
      ({ database, stop: stopDatabase } = await startAdminDatabase(engine));
    }, 60_000);
    beforeEach(async () => {
      await database.kysely.deleteFrom('abtest_result').execute();
      aicp = await resourceFixture();
      world = worldOf();
      return () => aicp[Symbol.asyncDispose]();
    });
    afterAll(() => stopDatabase());

    function worldOf() {
      const clock = new ManualClock(NOON);
      const { log } = recordingLog();
      const asked: TrialQuery[] = [];
      const events: EventDraft[] = [];
      const state = {
        arms: armsLike(),
        findings: [] as readonly Finding[],
        leads: true,
        violations: [] as { model: string; organization: string | null }[],
      };
      const results = new ResultStore(database);
      const watch = new TrialWatch({
        ledger: {
          trialArms: (query) => {
            asked.push(query);
            return Promise.resolve(state.arms);
          },
        },
        results,
        violations: {
          active: () =>
            Promise.resolve(
              state.violations.map(({ model, organization }) => ({
                sla_id: 'fast',
                organization_id: organization,
                provider: 'p',
                model,
                metric: 'p95_ms',
              })),
            ),
        },
        costOf: () => undefined,
        clock,
      });
      const service = aicp.services(abtest);
      const emit = (drafts: readonly EventDraft[]) => Promise.resolve(events.push(...drafts));
      const judge = new AbtestJudge({
        store: aicp.store,
        watch,
        results,
        decider: new Decider({ service, results, emit, clock, log }),
        leader: { takes: () => Promise.resolve(state.leads) },
        board: {
          put: (_, findings) => {
            state.findings = findings;
            return Promise.resolve();
          },
        },
        ready: () => Promise.resolve(),
        ...{ clock, log },
      });
      const routes = abtestResultRoutes({ service, store: aicp.store, watch, results });
      return { clock, asked, events, state, judge, results, routes };
    }

    const run = (fields: object = {}, metadata: object = {}) =>
      aicp.put('ABTest', 't', { ...SPEC, ...fields }, { uid: 'uid-t', ...metadata });
    const stateOf = () => aicp.peek('ABTest', 't')?.spec['state'];

    it('are told by how their arms stand', async () => {
      await run();
      world.state.arms = FASTER;
      await world.judge.turn();
      expect(stateOf()).toBe('running');
      const [found] = world.state.findings;
      expect(finding.parse(found)).toMatchObject({
        uid: 'uid-t',
        name: 't',
        conditions: [{ type: 'Verdict', status: 'True', reason: 'VariantBetter' }],
        observed: { baseRequests: 8_000, variantRequests: 8_000, verdict: 'VariantBetter' },
      });
      expect(found?.observed['difference']).toMatch(/^-39\.\d % \(-4\d\.\d % to -3\d\.\d %\)$/);
      expect(world.asked).toEqual([
        {
          test: 't',
          unit: 'user',
          sinceMs: Date.parse(SPEC.startedAt),
          splitSinceMs: Date.parse(SPEC.startedAt),
          organization: undefined,
          models: { base: 'old', variant: 'new' },
        },
      ]);
    });

    it('are promoted, or taken back, by themselves where they are to be, as the system', async () => {
      await run({ autoPromote: true });
      world.state.arms = FASTER;
      await world.judge.turn();
      expect(stateOf()).toBe('promoted');
      expect(aicp.hooks.planned.at(-1)).toMatchObject({ action: 'promote', source: 'system' });
      await run({ autoPromote: true });
      world.state.arms = SLOWER;
      await world.judge.turn();
      expect(stateOf()).toBe('running');
      await run({ autoRollback: true });
      await world.judge.turn();
      expect(stateOf()).toBe('rolled_back');
      expect(world.events).toEqual([]);
    });

    it('are recommended an end where Git keeps the state, once', async () => {
      const git = {
        annotations: { 'argocd.argoproj.io/tracking-id': 'aicp:aicp.dev/ABTest:aicp/t' },
        managedFields: [
          { manager: 'argocd-controller', fieldsV1: { 'f:spec': { 'f:state': {} } } },
        ],
      };
      await run({ autoPromote: true }, git);
      world.state.arms = FASTER;
      for (const _ of [1, 2]) await world.judge.turn();
      expect(stateOf()).toBe('running');
      expect(world.events).toHaveLength(1);
      expect(world.events[0]).toMatchObject({
        type: 'abtest.promoted',
        subject: 'ABTest/t',
        data: { ab_test_id: 't', recommendation: true, verdict: 'variant_better' },
      });
      const { data } = EVENT_CATALOG['abtest.promoted'];
      expect(data.strict().safeParse(world.events[0]?.data).error?.message).toBeUndefined();
      expect(eventIdOf(world.events[0]!)).toMatch(/^evt_/);
      expect(world.state.findings[0]?.conditions[0]?.message).toContain('promote it there');
    });

    it('end where the variant violates an agreement that the base keeps', async () => {
      for (const [name, modelId] of [
        ['m-old', 'old'],
        ['m-new', 'new'],
      ] as const) {
        await aicp.put('Model', name, { modelId, provider: 'p' });
      }
      await run();
      world.state.violations = [
        { model: 'new', organization: 'acme' },
        { model: 'old', organization: null },
      ];
      await world.judge.turn();
      expect(stateOf()).toBe('running');
      world.state.violations.push({ model: 'new', organization: null });
      await world.judge.turn();
      expect(stateOf()).toBe('running');
      world.state.violations = [{ model: 'new', organization: null }];
      await world.judge.turn();
      expect(stateOf()).toBe('rolled_back');
      expect(world.state.findings[0]?.conditions[0]).toMatchObject({
        reason: 'GuardRail',
        message: 'The variant violates the SLA fast (p95_ms).',
      });
    });

    it('are looked at by one replica, and not while they do not run', async () => {
      await run({ state: 'paused' });
      await world.judge.turn();
      await run();
      world.state.leads = false;
      await world.judge.turn();
      expect(world.asked).toEqual([]);
    });

    it('check the sample ratio since the split was changed', async () => {
      await run();
      await world.judge.turn();
      await world.clock.advance(60_000);
      await run({ trafficSplitPercent: 20 });
      for (const _ of [1, 2]) await world.judge.turn();
      expect(world.asked.map(({ splitSinceMs }) => splitSinceMs)).toEqual([
        Date.parse(SPEC.startedAt),
        NOON + 60_000,
        NOON + 60_000,
      ]);
    });

    it('are forgotten when they are gone', async () => {
      await run();
      await world.judge.turn();
      expect(await world.results.all()).toHaveLength(1);
      await aicp
        .services(abtest)
        .remove(
          contextOf(somebody('platform_admin')),
          await aicp.services(abtest).get(contextOf(somebody('platform_admin')), 't'),
        );
      await world.judge.turn();
      expect(await world.results.all()).toEqual([]);
      expect(world.state.findings).toEqual([]);
    });

    it('are answered to who may read them', async () => {
      const [collect, results] = world.routes;
      await run({ organizationId: 'acme' });
      const admin = contextOf(somebody('platform_admin'), { params: { id: 't' } });
      const answer = await collect!.handler(admin);
      expect(answer.body).toMatchObject({
        base_metrics: { requests: 8_000, units: 400, avg_latency_ms: 500, p95_ms: 1_000 },
        variant_metrics: { requests: 8_000, feedback: null },
        recommendation: 'continue',
      });
      expect(answer.body).not.toHaveProperty('metrics');
      world.state.arms = FASTER;
      const known = await results!.handler(admin);
      expect(known.body).toMatchObject({ verdict: 'undecided', confidence: 0.95 });
      const other = contextOf(somebody('org_admin', { organizationId: 'globex' }), {
        params: { id: 't' },
      });
      expect(await problem(results!.handler(other))).toMatchObject({ status: 404 });
      expect(world.asked).toHaveLength(1);
      expect(world.asked[0]).toMatchObject({ organization: 'acme' });
    });
  });
});
