import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REDIS_ENVIRONMENT } from '@aicp/common/config/redis-environment';
import { RedisServer, redisProgram } from '@aicp/common/counters/testing/redis-server';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { PollClient } from '@aicp/common/snapshot/poll-client';
import { systemClock, type Clock } from '@aicp/common/time/clock';
import { startGateway } from '@aicp/gateway/start';
import { hashOf } from '@aicp/gateway/testing/fragments';
import {
  answerJson,
  completion,
  startScriptedProvider,
} from '@aicp/gateway/testing/scripted-provider';
import { testConfig } from '@aicp/gateway/testing/start-test-gateway';
import { TestCluster } from '@aicp/operator/testing/cluster';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';

/** Times by which the operator's and the gateway's clocks run faster: a minute of figures is a second and a half of the test. */
const FASTER = 40;
const START = Date.now();
const fastClock: Clock = {
  now: () => START + (Date.now() - START) * FASTER,
  monotonic: () => performance.now() * FASTER,
  sleep: (ms, signal) => systemClock.sleep(ms / FASTER, signal),
};

/** An operator and a gateway, with model `main` at a provider that a test takes down, and its fallback at another. `redis`: where it counts. */
async function running(redis?: string) {
  const state = { isUp: true };
  const one = await startScriptedProvider((response) => {
    if (state.isUp) answerJson(response, completion('good'));
    else response.socket?.destroy();
  });
  const two = await startScriptedProvider((response) => {
    answerJson(response, completion('good'));
  });
  const cluster = new TestCluster();
  const timing = { leaseMs: 60_000, leaseRetryMs: 4_000, upkeepMs: 40_000 };
  const operator = await cluster.operator({ clock: fastClock, config: { timing } });
  cluster.put('Provider', 'one', { type: 'openai_compatible', baseUrl: one.url });
  cluster.put('Provider', 'two', { type: 'openai_compatible', baseUrl: two.url });
  cluster.put('Model', 'main', { modelId: 'main', provider: 'one', fallbacks: ['spare'] });
  cluster.put('Model', 'spare', { modelId: 'spare', provider: 'two' });
  cluster.put('APIKey', 'alice', { keyHash: hashOf('sk-alice') });
  const directory = await mkdtemp(join(tmpdir(), 'aicp-health-'));
  const token = () => Promise.resolve('gateway-token');
  const gateway = await startGateway(testConfig(directory, countingIn(redis)), {
    snapshots: new PollClient({ operatorUrl: operator.url, token }),
    log: recordingLog().log,
    clock: fastClock,
    random: Math.random,
  });
  onTestFinished(async () => {
    await gateway.stop();
    await Promise.all([one, two].map((provider) => provider[Symbol.asyncDispose]()));
    await rm(directory, { recursive: true });
  });
  cluster.ready('gateway-0', true);
  await cluster.untilCondition('Model', 'main', 'Ready', 'True');
  const ask = async () => {
    const answer = await fetch(`http://127.0.0.1:${gateway.port}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-alice' },
      body: JSON.stringify({ model: 'main', messages: [{ role: 'user', content: 'hi' }] }),
    });
    await answer.text();
    return answer.status;
  };
  return { cluster, state, ask };
}

/** By the fast clock, a deadline passes that much sooner. */
const countingIn = (url: string | undefined) =>
  url === undefined
    ? {}
    : {
        redis: z
          .object(REDIS_ENVIRONMENT)
          .parse({ AICP_REDIS_URL: url, AICP_REDIS_DEADLINE_MS: '10000' }),
      };

describe('a provider that stops, and comes back', () => {
  it('is told of by Healthy, with the reason, while callers see nothing of it', async () => {
    const { cluster, state, ask } = await running();
    const statuses = new Set<number>();
    const traffic = new AbortController();
    const asking = (async () => {
      while (!traffic.signal.aborted) {
        const answered = await Promise.all(Array.from({ length: 5 }, ask));
        for (const status of answered) statuses.add(status);
      }
    })();
    await cluster.untilCondition('Provider', 'one', 'Healthy', 'True Serving');
    await cluster.untilCondition('Model', 'main', 'Healthy', 'True Serving');
    state.isUp = false;
    const open = '1 of 1 gateway has an open circuit (connection)';
    await cluster.untilCondition('Provider', 'one', 'Healthy', open);
    await cluster.untilCondition('Provider', 'two', 'Healthy', 'True Serving');
    await cluster.untilCondition('Provider', 'one', 'Healthy', 'False Failing');
    await cluster.untilCondition('Model', 'main', 'Healthy', 'False ProviderFailing');
    const { health } = cluster.get('Provider', 'one')!['status'] as { health: object[] };
    expect(health).toMatchObject([{ replica: 'gateway-0', credential: 'default' }]);
    state.isUp = true;
    await cluster.untilCondition('Provider', 'one', 'Healthy', 'True Serving');
    await cluster.untilCondition('Model', 'main', 'Healthy', 'True Serving');
    traffic.abort();
    await asking;
    expect([...statuses]).toEqual([200]);
    expect(cluster.conditions('Provider', 'one')['Ready']).toContain('True');
  }, 60_000);
});

const program = redisProgram();

it.skipIf(program === undefined)(
  'a Redis that is lost, and one that may throw counts away, are told of by Healthy of limits, and to organizations without a reason',
  async () => {
    const redis = await RedisServer.start(program ?? '', ['--maxmemory-policy', 'allkeys-lru']);
    onTestFinished(() => redis.stop());
    const { cluster } = await running(redis.url);
    cluster.put('Organization', 'acme', {});
    cluster.put('RateLimitPolicy', 'all', { scope: 'global', rpmLimit: 100 });
    const own = { organizationId: 'acme', scope: 'global', rpmLimit: 100 };
    cluster.put('RateLimitPolicy', 'own', own);
    const evicting = 'False MayBeEvicted: maxmemory-policy of the Redis';
    await cluster.untilCondition('RateLimitPolicy', 'all', 'Healthy', evicting);
    redis.signal('SIGSTOP');
    const lost = '1 of 1 gateway counts alone (';
    await cluster.untilCondition('RateLimitPolicy', 'all', 'Healthy', lost);
    await cluster.untilCondition('RateLimitPolicy', 'own', 'Healthy', 'gateway counts alone: it');
    redis.signal('SIGCONT');
    await cluster.untilCondition('RateLimitPolicy', 'all', 'Healthy', evicting);
    expect(cluster.conditions('RateLimitPolicy', 'all')['Ready']).toContain('True');
  },
  60_000,
);
