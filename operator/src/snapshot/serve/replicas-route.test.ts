import { listen } from '@aicp/common/http/listen';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { systemClock } from '@aicp/common/time/clock';
import { REPLICAS_PATH } from '@aicp/contracts/poll/replica-states';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SnapshotFeed } from './feed.ts';
import { FORWARDED_HEADER } from './forward-ack.ts';
import { snapshotApp, type PollRouteOptions } from './poll-route.ts';

async function ask(query: string, more: Partial<PollRouteOptions> = {}, headers = {}) {
  const app = snapshotApp({
    feed: new SnapshotFeed(),
    authenticate: () => Promise.resolve({ service: 'admin', pod: undefined }),
    record: () => undefined,
    forward: () => undefined,
    expectedReplicas: () => undefined,
    replicas: (uid) => ({ revision: uid ?? null, installed: [], replicas: [] }),
    askLeader: () => Promise.resolve(undefined),
    log: recordingLog().log,
    clock: systemClock,
    ...more,
  });
  const server = await listen(app, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close(0));
  const answer = await fetch(`http://127.0.0.1:${server.port}${REPLICAS_PATH}${query}`, {
    headers: { authorization: 'Bearer good', ...headers },
  });
  return { status: answer.status, body: await answer.json() };
}

describe('asking what replicas run', () => {
  it('is answered to the admin service alone', async () => {
    expect(await ask('?uid=u')).toMatchObject({ status: 200, body: { revision: 'u' } });
    const authenticate = () => Promise.resolve({ service: 'gateway', pod: undefined });
    expect(await ask('', { authenticate })).toMatchObject({ status: 403 });
  });

  it('is answered by the leader, who is asked once', async () => {
    const askLeader = (path: string, token: string) => Promise.resolve({ path, token });
    expect(await ask('?uid=u', { askLeader })).toEqual({
      status: 200,
      body: { path: `${REPLICAS_PATH}?uid=u`, token: 'good' },
    });
    const forwarded = { [FORWARDED_HEADER]: 'true' };
    expect(await ask('?uid=u', { askLeader }, forwarded)).toMatchObject({
      body: { revision: 'u' },
    });
  });

  it('is to be tried again where the leader does not answer', async () => {
    const askLeader = () => Promise.reject(new Error('away'));
    expect(await ask('', { askLeader })).toMatchObject({ status: 503 });
  });
});
