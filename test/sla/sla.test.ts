import { FindingBoard } from '@aicp/admin/findings/finding-board';
import { Leader } from '@aicp/admin/findings/leader';
import {
  resourceFixture,
  type ResourceFixture,
} from '@aicp/admin/resources/testing/resource-fixture';
import { SlaMetrics } from '@aicp/admin/sla/sla-metrics';
import { SlaMonitor } from '@aicp/admin/sla/sla-monitor';
import { startSlaHome, type SlaHome } from '@aicp/admin/sla/testing/sla-home';
import { ViolationKeeper } from '@aicp/admin/sla/violations/violation-keeper';
import { testEngines } from '@aicp/common/database/testing/engines';
import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import { ManualClock, until } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { Registry } from '@aicp/common/metrics/registry';
import { LedgerWriter } from '@aicp/ledger/ingest/ledger-writer';
import { LedgerReader } from '@aicp/ledger/query/ledger-reader';
import { attemptOf, batchOf } from '@aicp/ledger/testing/records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Twenty seconds past noon: nothing begins with a minute. */
const START = Date.UTC(2026, 10, 24, 12, 0, 20);
const SECOND = 1_000;

describe.each(testEngines())('SLAs on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    const clock = new ManualClock(START);
    const { log } = recordingLog();
    const registries = [new Registry(), new Registry()];
    let home: SlaHome;
    let aicp: ResourceFixture;
    let board: FindingBoard;
    let monitors: readonly SlaMonitor[];

    beforeAll(async () => {
      home = await startSlaHome(engine);
      aicp = await resourceFixture();
      board = new FindingBoard({ database: home.admin, clock, log });
      await aicp.put('Provider', 'sim', { type: 'simulated' });
      await aicp.put('Model', 'small', { modelId: 'small', provider: 'sim', isActive: true });
      await aicp.put('SLADefinition', 'fast', {
        ...{ provider: 'sim', modelPattern: 'sm*', targetP95Ms: 400 },
        ...{ evaluationWindowMinutes: 1, alertChannels: ['on-call'] },
      });
      monitors = registries.map(
        (registry, replica) =>
          new SlaMonitor({
            store: aicp.store,
            ledger: new LedgerReader(home.ledger),
            leader: new Leader({ database: home.admin, replica: `admin-${String(replica)}` }),
            board,
            violations: new ViolationKeeper(home.admin),
            metrics: new SlaMetrics(registry),
            ready: () => home.admin.migrated(),
            ...{ clock, log },
          }),
      );
    }, 60_000);
    afterAll(async () => {
      for (const monitor of monitors) await monitor.stop();
      await aicp[Symbol.asyncDispose]();
      await home.stop();
    });

    /** Ten requests a second, each of which takes so long. */
    const requests = async (seconds: number, latencyMs: number) => {
      const writer = new LedgerWriter({ database: home.ledger, clock });
      const attempts = Array.from({ length: seconds * 10 }, (_, index) => {
        const at = new Date(clock.now() - index * 100).toISOString();
        const usage_id = uuidV7(clock.now());
        return attemptOf({ usage_id, at, provider: 'sim', model: 'small', latency_ms: latencyMs });
      });
      await writer.ingest(batchOf({ attempts }));
    };
    /** Lets time pass with traffic, until something holds; answers how long that took, in seconds. */
    const passUntil = async (latencyMs: number, holds: () => Promise<boolean>) => {
      for (let seconds = 5; seconds <= 600; seconds += 5) {
        clock.jump(5 * SECOND);
        await requests(5, latencyMs);
        await clock.advance(0);
        await until('both replicas have looked', () => clock.sleeping === monitors.length);
        if (await holds()) return seconds;
      }
      throw new Error('not within ten minutes');
    };
    const events = async () =>
      await home.outbox.kysely.selectFrom('event').select(['type', 'only_to', 'data']).execute();
    const told = async (type: string) => (await events()).some((event) => event.type === type);
    const finding = () => board.report()?.objects.find(({ name }) => name === 'fast');

    it('say so within a minute when a provider becomes slow, once, and when it is over', async () => {
      await requests(60, 100);
      for (const monitor of monitors) monitor.start();
      await until('both replicas have looked', () => clock.sleeping === monitors.length);
      await until('it is known', () => finding()?.observed['status'] === 'healthy');
      expect(finding()!.conditions).toMatchObject([{ type: 'Met', status: 'True' }, {}]);

      const opened = await passUntil(900, () => told('sla.violation'));
      expect(opened).toBeLessThanOrEqual(60);
      await passUntil(900, () => Promise.resolve(finding()?.observed['p95Ms'] !== undefined));
      expect(finding()).toMatchObject({
        conditions: [{ type: 'Met', status: 'False', reason: 'Violated' }, {}],
        observed: { status: 'degraded' },
      });
      expect(await events()).toMatchObject([
        { only_to: ['on-call'], data: { sla_id: 'fast', metric: 'p95_ms', model: 'small' } },
      ]);

      const resolved = await passUntil(100, () => told('sla.resolved'));
      expect(resolved).toBeLessThanOrEqual(210);
      expect(await events()).toHaveLength(2);
      await until('it is known', () => finding()?.observed['status'] === 'healthy');
      const texts = await Promise.all(registries.map((registry) => registry.metrics()));
      expect(texts.filter((text) => text.includes('aicp_sla_met{sla="fast"} 1'))).toHaveLength(1);
    }, 120_000);
  });
});
