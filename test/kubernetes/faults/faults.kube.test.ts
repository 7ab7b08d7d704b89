import { newApiKey } from '@aicp/contracts/keys/api-key';
import { sha256 } from '@aicp/contracts/snapshot/digest';
import type { StoredSnapshot } from '@aicp/contracts/snapshot/manifest';
import type { Source } from '@aicp/contracts/snapshot/sections/kit/section';
import { FakeReplica, type FakeReplicaOptions } from '@aicp/operator/testing/fake-replica';
import { readFile, rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Load } from '../../up/load.ts';
import { parseManifests } from '../control-plane/manifest.ts';
import { grantedRules } from '../control-plane/restricted-kubeconfig.ts';
import { until } from '../control-plane/until.ts';
import { installCrds, installOlderCrd } from '../shared/shared-cluster.ts';
import { mountBootCopy } from '../installation/pod-objects.ts';
import { AUDIT_FLAGS, callsIn, permissionsOf, permits, textOf } from './permissions.ts';
import { CHART, NAMESPACE, Stage, type Outcome } from './stage.ts';
import { served } from './truth.ts';

/** For a machine that does ten other things. */
const PATIENCE = { timeout: 240_000 };

let stage: Stage;

beforeAll(async () => {
  stage = await Stage.set({
    operators: 3,
    gateways: 2,
    apiServerFlags: ['--etcd-compaction-interval=5s', ...AUDIT_FLAGS],
  });
});

afterAll(async () => {
  process.stdout.write(`\n${outcomeTable(stage.outcomes)}\n\n`);
  await stage[Symbol.asyncDispose]();
});

/** Steady changes and nothing wrong: nobody may complain. */
async function peace(): Promise<void> {
  await stage.untilProgrammed();
  const before = stage.complaints().length;
  await stage.under('none', async () => await stage.untilChanged(20));
  expect(stage.complaints().slice(before)).toEqual([]);
}

/** In one story: what one fault leaves behind is there when the next one comes. */
describe('requests are answered, and changes come through, when', PATIENCE, () => {
  it('nothing is wrong', peace);

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

  it('connections to the API server are cut again and again, those of watches too', async () => {
    await stage.under('connections cut 10 times', async () => {
      for (let time = 0; time < 10; time += 1) {
        for (const proxy of stage.proxies) proxy.cutConnections();
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
        proxy.cutConnections();
      }
      await until(() => gone().length > 100, { what: '100 watches are refused', everyMs: 500 });
      for (const proxy of stage.proxies) proxy.onCall = () => undefined;
    });
  });

  it('the leader stands still in the midst of a commit, past its lease, and then goes on with it', async () => {
    const { installation, key } = stage;
    const body = { model: 'deposed', messages: [{ role: 'user', content: 'Hello' }] };
    const askers = installation.gatewayUrls.map((url) =>
      new Load({ url, key, perSecond: 10, body }).start(),
    );
    const commits: number[] = [];
    await stage.under('leader stopped past its lease', async () => {
      await stage.changes.stop();
      await stage.untilProgrammed();
      const leader = await stage.leader();
      const proxy = stage.proxyOf(leader);
      let caught: Promise<void> | undefined;
      proxy.onCall = ({ method, path }) => {
        if (caught || method !== 'POST' || !path.endsWith('/secrets')) return;
        caught = leader.pause();
      };
      proxy.onAnswer = ({ method, path }, status) => {
        if (caught && method === 'PUT' && path.endsWith('/aicp-snapshot')) commits.push(status);
      };
      await stage.apply('Model', 'deposed', { modelId: 'deposed', provider: 'steady' });
      await until(() => caught !== undefined, {
        what: 'the leader writes what it is about to commit',
      });
      await caught;
      await stage.remove('models', 'deposed');
      const revision = await stage.committed();
      stage.changes.start();
      await stage.untilAnotherLeads(leader);
      await until(async () => (await stage.committed()) !== revision, { what: 'it commits' });
      leader.resume();
      await until(() => commits.length > 0, { what: 'the deposed leader goes on' });
    });
    for (const asker of askers) await asker.stop();
    expect(commits[0]).toBe(409);
    const answers = askers.flatMap(({ answered }) => answered.map(({ status }) => status));
    expect(new Set(answers)).toEqual(new Set([404]));
  });

  it('one replica is slow, and another refuses what an object says', async () => {
    const { installation } = stage;
    const key = newApiKey();
    await stage.apply('APIKey', 'to-be-revoked', { keyHash: sha256(key) });
    await stage.untilProgrammed();
    await using stack = new AsyncDisposableStack();
    const replica = async (name: string, more: Partial<FakeReplicaOptions> = {}) => {
      const token = await installation.gatewayToken(name);
      const operatorUrl = () => installation.operatorService.url;
      const made = new FakeReplica({ name, token, operatorUrl, ...more }).start();
      stack.defer(async () => await made.stop());
      return made;
    };
    const slow = await replica('gateway-slow');
    await replica('gateway-refusing', { refuses: refusesTier('heavy') });
    await installation.writeEndpoints(['gateway-slow', 'gateway-refusing']);
    await stage.untilProgrammed();
    expect(await stage.ask(0, 'steady', key)).toBe(200);

    await stage.under('one slow replica, one that refuses', async () => {
      slow.paused = true;
      const model = { modelId: 'choosy', provider: 'steady' };
      await stage.apply('Model', 'choosy', { ...model, tier: 'heavy' });
      await stage.untilSaid('models/choosy', 'Rejected: a replica could not use it: too heavy');
      await stage.remove('apikeys', 'to-be-revoked');
      for (const gateway of installation.gatewayUrls.keys()) {
        const isRevoked = async () => (await stage.ask(gateway, 'steady', key)) === 401;
        await until(isRevoked, { what: `gateway ${gateway} knows of the revocation` });
      }
      await stage.apply('Model', 'last-word', { ...model, modelId: 'last-word', weight: 7 });
      await stage.untilSaid('models/last-word', 'waiting for gateway-slow');
      slow.paused = false;
      await stage.apply('Model', 'choosy', { ...model, tier: 'light' });
    });
    await installation.writeEndpoints();
  });

  it('a CRD is older than the operator needs, until it is updated', async () => {
    const { installation, plane } = stage;
    const operators = installation.operators.filter(({ isRunning }) => isRunning);
    await stage.under('CRD too old', async () => {
      await installOlderCrd(plane.client, 'models.aicp.dev', 'contextWindow');
      for (const operator of operators) {
        const what = `${operator.name} says that it is not ready`;
        await until(async () => !(await operator.isReady()), { what });
      }
      await installCrds(plane.client);
      for (const operator of operators) await operator.untilReady();
    });
    const said = stage.operatorLog('crds_not_usable');
    expect(said).toHaveLength(operators.length);
    for (const { problems } of said) {
      expect(problems).toEqual([
        'CRD models.aicp.dev is older than this operator needs, it lacks spec.contextWindow: apply the CRDs of this version (crds/manifests, or the chart aicp-crds)',
      ]);
    }
  });

  it('gateways are restarted while no operator is there, with their disk or with a new one', async () => {
    const { installation, plane } = stage;
    const operators = installation.operators.filter(({ isRunning }) => isRunning);
    const folders = installation.snapshotFolders(installation.gateways[1]!);
    const isWritten = async () =>
      (await mountBootCopy(plane.client, NAMESPACE, folders.boot))?.includes('"steady"');
    await until(isWritten, { what: 'there is a copy to start from', timeoutMs: 60_000 });
    await stage.under('gateways restarted, no operator', async () => {
      await Promise.all(operators.map(async (operator) => await operator.kill()));
      await stage.restartGateway(0);
      expect(await served(installation, 0)).toMatchObject({ source: 'disk' });
      await stage.restartGateway(1, async () => await rm(folders.disk, { recursive: true }));
      expect(await served(installation, 1)).toMatchObject({ source: 'boot' });
      for (const operator of operators) operator.start();
      for (const operator of operators) await operator.untilReady();
    });
  });

  it('all that is over', peace);
});

/** What the chart grants and a run as short as this one does not use. */
const RARELY_USED: readonly (readonly [permission: RegExp, why: string])[] = [
  [/^patch secrets aicp-boot-gateway-[1-7]$/, 'for snapshots of more than 700 KiB'],
  [/^patch secrets aicp-boot-(?!gateway-)/, 'of services that this installation does not have'],
  [/^update secrets aicp-operator-tls$/, 'its certificate is renewed by a program of its own'],
  [/^create (workflowtemplates|budgets)\b/, 'where a workflow engine belongs to the installation'],
  [/^create events$/, 'an apply that makes an object needs it, and is noted as a patch'],
];

it('the operator needs all that the chart grants it, and nothing else', PATIENCE, async () => {
  await stage.applyOneOfEachKind();
  const objects = parseManifests(await readFile(CHART, 'utf8'));
  const serviceAccount = 'aicp-operator';
  const granted = permissionsOf(grantedRules({ objects, namespace: NAMESPACE, serviceAccount }));
  const calls = callsIn(stage.plane.apiServerLog());
  const lacking = calls.filter((call) => !granted.some((one) => permits(one, call)));
  expect(new Set(lacking.map(textOf))).toEqual(new Set());
  const unused = granted.filter((one) => !calls.some((call) => permits(one, call))).map(textOf);
  const known = (text: string) => RARELY_USED.some(([permission]) => permission.test(text));
  expect(unused.filter((text) => !known(text))).toEqual([]);
});

/** Refuses the models of a tier. */
const refusesTier =
  (tier: string) =>
  ({ contents }: StoredSnapshot): { source: Source; section: string; message: string }[] =>
    (JSON.parse(contents['models'] ?? '[]') as { source: Source; tier?: string }[])
      .filter((model) => model.tier === tier)
      .map(({ source }) => ({ source, section: 'models', message: `too ${tier}` }));

const COLUMNS = ['fault', 'requests sent', 'failed', 'lasted, s', 's to Programmed'] as const;

/** One line a fault, columns aligned, for the log of a run. */
export function outcomeTable(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(({ fault, sent, failed, lasted, toProgrammed }) => [
    fault,
    String(sent),
    String(failed),
    lasted.toFixed(1),
    toProgrammed.toFixed(1),
  ]);
  const lines = [COLUMNS, ...rows];
  const widths = COLUMNS.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  const padded = (cell: string, column: number): string =>
    column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!);
  return lines.map((line) => line.map(padded).join('  ')).join('\n');
}
