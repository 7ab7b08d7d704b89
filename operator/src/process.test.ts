import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, readEnvironment } from '@aicp/common/config/environment';
import { listen } from '@aicp/common/http/listen';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { freshMetrics, recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { Counter, Registry } from '@aicp/common/metrics/registry';
import { describe, expect, it, onTestFinished } from 'vitest';
import { operatorEnvironment, toConfig } from './environment.ts';
import { healthApp } from './health.ts';
import { Rounds } from './rounds.ts';
import { isTimeZone } from './time-zone.ts';

async function served() {
  const state: { notReady?: string } = {};
  const registry = new Registry();
  new Counter({ name: 'a_total', help: 'x', registers: [registry] }).inc();
  const app = healthApp({ notReady: () => state.notReady, registry });
  const server = await listen(app, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close(0));
  const get = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`);
    return { status: answer.status, text: await answer.text() };
  };
  return { get, state };
}

it('lives whether it is of use or not', async () => {
  const { get, state } = await served();
  state.notReady = 'no snapshot is committed yet';
  expect((await get('/healthz')).status).toBe(200);
});

it('is ready, or says why it is not', async () => {
  const { get, state } = await served();
  expect((await get('/readyz')).status).toBe(200);
  state.notReady = 'CRD models.aicp.dev is not installed';
  const { status, text } = await get('/readyz');
  expect(status).toBe(503);
  expect(text).toContain('CRD models.aicp.dev is not installed');
});

it('shows its metrics', async () => {
  const { get } = await served();
  expect((await get('/metrics')).text).toContain('a_total 1');
});

it.each(['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'US/Eastern'])(
  '%s is a time zone',
  (zone) => {
    expect(isTimeZone(zone)).toBe(true);
  },
);

it.each(['', 'Mars/Phobos', 'Berlin', 'utc/utc'])('%j is none', (zone) => {
  expect(isTimeZone(zone)).toBe(false);
});

const CLUSTER = {
  AICP_NAMESPACE: 'aicp',
  AICP_IDENTITY: 'operator-0',
  AICP_SNAPSHOT_SERVICE_ACCOUNTS: '{"aicp-gateway":"gateway"}',
};
const config = (environment: Record<string, string>) =>
  toConfig(readEnvironment(operatorEnvironment, environment));

async function file(name: string, contents: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'aicp-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, name);
  await writeFile(path, contents);
  return path;
}

describe('the environment of an operator', () => {
  it('in a cluster needs little', async () => {
    expect(await config(CLUSTER)).toEqual({
      namespace: 'aicp',
      identity: 'operator-0',
      snapshot: { host: '0.0.0.0', port: 8443 },
      auth: {
        type: 'pods',
        audience: 'aicp-config',
        serviceAccounts: new Map([['aicp-gateway', 'gateway']]),
      },
      bootstrapKey: true,
      runsWorkflows: false,
    });
  });

  it('says that there is a workflow engine where one may take snapshots', async () => {
    const accounts = '{"aicp-gateway":"gateway","aicp-workflow":"workflow"}';
    const environment = { ...CLUSTER, AICP_SNAPSHOT_SERVICE_ACCOUNTS: accounts };
    expect(await config(environment)).toMatchObject({ runsWorkflows: true });
  });

  it('on one machine names a file of tokens, and the key of the administrator is made elsewhere', async () => {
    const tokens = await file('tokens.json', '{"secret":"gateway"}');
    const { auth, bootstrapKey } = await config({
      AICP_NAMESPACE: 'default',
      AICP_IDENTITY: 'operator-0',
      AICP_SNAPSHOT_TOKENS_FILE: tokens,
    });
    expect(auth).toEqual({ type: 'tokens', tokens: new Map([['secret', 'gateway']]) });
    expect(bootstrapKey).toBe(false);
  });

  it('says where other replicas and people reach it', async () => {
    const { snapshot, health } = await config({
      ...CLUSTER,
      AICP_SNAPSHOT_HOST: '::',
      AICP_SNAPSHOT_PORT: '9443',
      AICP_SNAPSHOT_ADVERTISED_HOST: '10.0.0.7',
      AICP_METRICS_PORT: '9090',
    });
    expect(snapshot).toEqual({ host: '::', port: 9443, advertisedHost: '10.0.0.7' });
    expect(health).toEqual({ host: '::', port: 9090 });
  });

  it('names files of a certificate, which are read anew each time', async () => {
    const cert = await file('tls.crt', 'one');
    const key = await file('tls.key', 'key');
    const { snapshot } = await config({
      ...CLUSTER,
      AICP_SNAPSHOT_CERT_FILE: cert,
      AICP_SNAPSHOT_KEY_FILE: key,
    });
    expect(await snapshot.tls?.()).toEqual({ cert: 'one', key: 'key' });
    await writeFile(cert, 'two');
    expect(await snapshot.tls?.()).toMatchObject({ cert: 'two' });
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ['nobody who may take snapshots', { AICP_SNAPSHOT_SERVICE_ACCOUNTS: '' }, /set one/],
    ['no JSON', { AICP_SNAPSHOT_SERVICE_ACCOUNTS: 'aicp-gateway' }, /must be a JSON object/],
    [
      'a service that takes none',
      { AICP_SNAPSHOT_SERVICE_ACCOUNTS: '{"x":"nobody"}' },
      /no service/,
    ],
    ['half a certificate', { AICP_SNAPSHOT_CERT_FILE: '/tls.crt' }, /go together/],
    ['no namespace', { AICP_NAMESPACE: '' }, /AICP_NAMESPACE/],
    ['no port', { AICP_SNAPSHOT_PORT: 'http' }, /AICP_SNAPSHOT_PORT/],
  ])('with %s is refused in words', async (_, more, message) => {
    await expect(async () => config({ ...CLUSTER, ...more })).rejects.toThrow(ConfigError);
    await expect(async () => config({ ...CLUSTER, ...more })).rejects.toThrow(message);
  });
});

function rounds(options: { fails?: number; incomplete?: number; takesMs?: number } = {}) {
  const clock = new ManualClock();
  const start = clock.now();
  const times: number[] = [];
  const upkeeps: number[] = [];
  const { takesMs = 0 } = options;
  let { fails = 0, incomplete = 0 } = options;
  const made = new Rounds({
    clock,
    random: () => 1,
    log: recordingLog().log,
    metrics: freshMetrics().metrics,
    upkeepMs: 30_000,
    reconcile: async () => {
      times.push(clock.now() - start);
      if (takesMs > 0) await clock.sleep(takesMs);
      if ((fails -= 1) >= 0) throw new Error('busy');
    },
    upkeep: () => {
      upkeeps.push(clock.now() - start);
      return Promise.resolve((incomplete -= 1) >= 0);
    },
  });
  onTestFinished(() => made.stop());
  return { rounds: made, clock, times, upkeeps };
}

describe('the loop runs', () => {
  it('once for a burst of changes, 50 ms after the first', async () => {
    const { rounds: made, clock, times } = rounds();
    for (let n = 0; n < 4; n += 1) {
      made.inputChanged();
      await clock.advance(10);
    }
    await clock.advance(500);
    expect(times).toEqual([50]);
  });

  it('a ninth of the time at most while changes stream in, and again a second after the last of them', async () => {
    const { rounds: made, clock, times } = rounds({ takesMs: 600 });
    for (let n = 0; n < 200; n += 1) {
      made.inputChanged();
      await clock.advance(10);
    }
    await clock.advance(5_000);
    expect(times).toEqual([50, 2_800]);
  });

  it('twice a second while changes stream in, however short its rounds are', async () => {
    const { rounds: made, clock, times } = rounds();
    for (let n = 0; n < 200; n += 1) {
      made.inputChanged();
      await clock.advance(10);
    }
    await clock.advance(5_000);
    expect(times).toEqual([50, 100, 150, 650, 1_150, 1_650, 2_150]);
  });

  it('every five seconds while changes stream in, however often something else changes', async () => {
    const { rounds: made, clock, times } = rounds();
    for (let n = 0; n < 1_500; n += 1) {
      made.inputChanged();
      if (n % 50 === 49) made.outsideChanged();
      await clock.advance(40);
    }
    const gaps = [...times, 60_000].map((time, n) => time - (times[n - 1] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(5_100);
  });

  it('at once for each of a few changes, however long the last round took', async () => {
    const { rounds: made, clock, times } = rounds({ takesMs: 300 });
    for (let n = 0; n < 3; n += 1) {
      made.inputChanged();
      await clock.advance(400);
    }
    expect(times).toEqual([50, 450, 850]);
  });

  it('sooner for what replicas say', async () => {
    const { rounds: made, clock, times } = rounds();
    made.inputChanged();
    made.outsideChanged();
    await clock.advance(500);
    expect(times).toEqual([10]);
  });

  it('again soon after a failure', async () => {
    const { rounds: made, clock, times } = rounds({ fails: 2 });
    made.outsideChanged();
    await clock.advance(1_000);
    expect(times).toEqual([10, 110, 310]);
  });

  it('now and then though nothing changed', async () => {
    const { rounds: made, clock, times } = rounds();
    made.outsideChanged();
    await clock.advance(31_000);
    expect(times).toEqual([10, 15_010, 30_010]);
  });
});

describe('upkeep', () => {
  it('comes after the first round, and then every 30 s at most', async () => {
    const { rounds: made, clock, upkeeps } = rounds();
    for (let n = 0; n < 70; n += 1) {
      made.inputChanged();
      await clock.advance(1_000);
    }
    expect(upkeeps).toEqual([50, 30_050, 60_050]);
  });

  it('asks for another round where it found something missing', async () => {
    const { rounds: made, clock, times } = rounds({ incomplete: 1 });
    made.outsideChanged();
    await clock.advance(100);
    expect(times).toEqual([10, 20]);
  });
});
