import { listen } from '@aicp/common/http/listen';
import { createApp } from '@aicp/api-kit/service/create-app';
import { CallerLimits } from '@aicp/api-kit/access/caller-limits';
import { RequestMetrics } from '@aicp/api-kit/service/request-metrics';
import { withoutMemory } from '@aicp/api-kit/idempotency/testing/stand-ins';
import { permissionsOf } from '@aicp/admin/access/permissions';
import type { Principal, Role } from '@aicp/api-kit/access/principal';
import { collectionsOn } from '@aicp/admin/kinds/collections';
import { collectionRoutes } from '@aicp/admin/resources/collections/collection-routes';
import { createServices } from '@aicp/admin/resources/collections/create-services';
import { ObjectStore } from '@aicp/admin/resources/store';
import { typeOf } from '@aicp/admin/resources/stored-object';
import { FakeKubernetes } from '@aicp/common/kubernetes/testing/fake-kubernetes';
import { createKubernetesMetrics } from '@aicp/common/kubernetes/metrics';
import { createLogger } from '@aicp/common/log/logger';
import { createRegistry } from '@aicp/common/metrics/registry';
import { systemClock } from '@aicp/common/time/clock';
import { apiKey } from '@aicp/crds/api-key';
import { kindNamed, kinds } from '@aicp/crds/kinds';
import { team } from '@aicp/crds/team';
import { request } from 'undici';

/**
 * Measures how long the admin API takes to answer lists of 100 out of 10,000 keys and 1,000 teams: over HTTP on loopback, one request at
 * a time, from caches that are full. The last line is one JSON object with the 95th percentiles and, since a busy machine stretches those,
 * the CPU of this process (the client's part of it too) a request; all in milliseconds.
 */

const KEYS = 10_000;
const TEAMS = 1_000;
const REQUESTS = 200;
const WARM_UP = 20;
const NAMESPACE = 'bench';

const PATHS: readonly (readonly [Role, string])[] = [
  ['platform_admin', '/api/v1/api-keys?limit=100'],
  ['platform_admin', '/api/v1/api-keys?limit=100&sort=-created_at'],
  ['platform_admin', '/api/v1/api-keys?limit=100&sort=max_budget'],
  ['platform_admin', '/api/v1/api-keys?limit=100&q=key-99'],
  ['platform_admin', '/api/v1/api-keys?limit=100&team_id=team-5'],
  ['org_admin', '/api/v1/api-keys?limit=100'],
  ['platform_admin', '/api/v1/teams?limit=100'],
  ['org_admin', '/api/v1/teams?limit=100&sort=name'],
  ['platform_admin', '/api/v1/organizations?limit=100'],
];

function fill(api: FakeKubernetes): void {
  const put = (kind: string, name: string, spec: object): void => {
    api.put(typeOf(kindNamed(kind)), { metadata: { name, namespace: NAMESPACE }, spec });
  };
  for (let i = 0; i < 10; i += 1) put('Organization', `org-${i}`, { displayName: `Org ${i}` });
  for (let i = 0; i < TEAMS; i += 1) {
    put('Team', `team-${i}`, { displayName: `Team ${i}`, organizationId: `org-${i % 10}` });
  }
  for (let i = 0; i < KEYS; i += 1) {
    put('APIKey', `key-${i}`, {
      displayName: `Key ${i}`,
      keyHash: i.toString(16).padStart(64, '0'),
      keyPrefix: 'aicp_0123456',
      role: 'member',
      teamId: `team-${i % TEAMS}`,
      allowedModels: ['gpt-4o', 'claude-*'],
      maxBudget: `${i}.5`,
      blocked: false,
      metadata: { department: `d${i % 7}` },
    });
  }
}

const principal = (role: Role): Principal => ({
  kind: 'key',
  subject: role,
  role,
  organizationId: role === 'platform_admin' ? undefined : 'org-3',
  teamIds: [],
  permissions: permissionsOf(role),
});

async function start() {
  const api = new FakeKubernetes();
  fill(api);
  const registry = createRegistry('bench');
  const log = createLogger({ service: 'bench', level: 'silent' });
  const clock = systemClock;
  const random = (): number => Math.random();
  const metrics = createKubernetesMetrics(registry);
  const store = new ObjectStore({ api, namespace: NAMESPACE, kinds, clock, random, log, metrics });
  store.start();
  while (!store.hasSynced) await clock.sleep(10);
  const hooks = { before: () => Promise.reject(new Error('nothing is written here')) };
  const collections = collectionsOn(store);
  const services = createServices({
    collections,
    api,
    namespace: NAMESPACE,
    store,
    hooks,
    random,
  });
  const app = createApp({
    routes: [apiKey, team].flatMap((kind) => collectionRoutes(services(kind))),
    pages: [],
    authenticate: ({ headers }) =>
      Promise.resolve({ principal: principal(String(headers['x-role']) as Role) }),
    limits: new CallerLimits({
      requestsPerMinute: 1e9,
      failedLoginsPerMinute: 1e9,
      loginsPerMinute: 1e9,
    }),
    onSecurityEvent: () => undefined,
    idempotency: withoutMemory,
    metrics: new RequestMetrics({ name: 'test', registry, clock }),
    trustedProxies: [],
    corsOrigins: [],
    log,
  });
  const listening = await listen(app, { host: '127.0.0.1', port: 0 });
  const stop = async (): Promise<void> => {
    await listening.close(0);
    await store.stop();
  };
  return { url: `http://127.0.0.1:${listening.port}`, stop };
}

interface Figures {
  readonly p50: number;
  readonly p95: number;
  readonly cpu: number;
}

const rounded = (ms: number): number => Math.round(ms * 10) / 10;

async function measure(url: string, role: Role): Promise<Figures> {
  const ask = async (): Promise<number> => {
    const began = performance.now();
    const answer = await request(url, { headers: { 'x-role': role } });
    const items = (await answer.body.json()) as unknown[];
    if (answer.statusCode !== 200 || items.length === 0) throw new Error(`${url}: no list`);
    return performance.now() - began;
  };
  for (let i = 0; i < WARM_UP; i += 1) await ask();
  const before = process.cpuUsage();
  const times: number[] = [];
  for (let i = 0; i < REQUESTS; i += 1) times.push(await ask());
  const { user, system } = process.cpuUsage(before);
  times.sort((a, b) => a - b);
  const at = (share: number): number => rounded(times[Math.floor(times.length * share)] ?? 0);
  return { p50: at(0.5), p95: at(0.95), cpu: rounded((user + system) / 1000 / REQUESTS) };
}

const { url, stop } = await start();
const result: Record<string, Figures> = {};
for (const [role, path] of PATHS) {
  const figures = await measure(url + path, role);
  const { p50, p95, cpu } = figures;
  process.stdout.write(`${role} ${path}: p50 ${p50} ms, p95 ${p95} ms, CPU ${cpu} ms\n`);
  result[`${role} ${path}`] = figures;
}
await stop();
process.stdout.write(`${JSON.stringify({ keys: KEYS, teams: TEAMS, result })}\n`);
