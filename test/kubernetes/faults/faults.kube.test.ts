import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../control-plane/until.ts';
import { outcomeTable } from './outcome-table.ts';
import { Stage } from './stage.ts';
import { served } from './truth.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await Stage.set({
    operators: 3,
    gateways: 2,
    apiServerFlags: ['--etcd-compaction-interval=5s'],
  });
});

afterAll(async () => {
  process.stdout.write(`\n${outcomeTable(stage.outcomes)}\n\n`);
  await stage[Symbol.asyncDispose]();
});

/** In one story: what one fault leaves behind is there when the next one comes. */
describe('requests are answered, and changes come through, when', () => {
  it('the leader of three operators is killed, and comes back late', async () => {
    await stage.under('leader of 3 killed', async () => {
      const leader = await stage.leader();
      await leader.kill();
      await stage.untilAnotherLeads(leader);
      leader.start();
    });
  });

  it('the leader of two operators is killed, and comes back at once', async () => {
    await stage.installation.operators[2]!.terminate();
    await stage.under('leader of 2 killed', async () => {
      const leader = await stage.leader();
      await leader.kill();
      leader.start();
      await leader.untilReady();
    });
  });

  it('the API server is killed, and comes back', async () => {
    await stage.under('API server killed', async () => {
      await stage.plane.killApiServer();
      await stage.untilLost(30);
      await stage.plane.startApiServer();
    });
  });

  it('etcd is put back to an older state', async () => {
    const before = await served(stage.installation, 0);
    await stage.under('etcd restored', async () => {
      const snapshot = await stage.plane.snapshotEtcd();
      await stage.untilChanged(20);
      await stage.plane.restoreEtcd(snapshot);
    });
    for (const gateway of stage.installation.gateways.keys()) {
      expect((await served(stage.installation, gateway)).epoch).toBeGreaterThan(before.epoch);
    }
  });

  it('connections to the API server are reset again and again, those of watches too', async () => {
    await stage.under('connections reset 10 times', async () => {
      for (let time = 0; time < 10; time += 1) {
        for (const proxy of stage.proxies) proxy.resetConnections();
        await stage.untilChanged(2);
      }
    });
  });

  it('every watch is told that its version is gone', async () => {
    const gone = () =>
      stage.operatorLog('watch_failed').filter(({ reason }) => /too old/.test(String(reason)));
    await stage.under('410 storm', async () => {
      for (const proxy of stage.proxies) {
        proxy.onCall = ({ query }) => {
          if (query.get('watch') === 'true') query.set('resourceVersion', '1');
        };
        proxy.resetConnections();
      }
      await until(() => gone().length > 100, { what: '100 watches are refused', everyMs: 500 });
      for (const proxy of stage.proxies) proxy.onCall = () => undefined;
    });
  });
});
