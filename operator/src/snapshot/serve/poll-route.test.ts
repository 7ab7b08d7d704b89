import { listen } from '@aicp/common/http/listen';
import type { Authenticate } from '@aicp/common/kubernetes/authenticate-pods';
import { KubernetesError } from '@aicp/common/kubernetes/errors';
import { until } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { systemClock } from '@aicp/common/time/clock';
import { POLL_PATH, type PollRequest } from '@aicp/contracts/poll/poll';
import { sha256, snapshotDigest } from '@aicp/contracts/snapshot/digest';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EMPTY_INDEX } from '../commit/index-object.ts';
import { SectionStore } from '../commit/section-store.ts';
import { authenticateByTable } from './authenticate.ts';
import { SnapshotFeed } from './feed.ts';
import { FORWARDED_HEADER } from './forward-ack.ts';
import { snapshotApp } from './poll-route.ts';

const known: Authenticate = (token) =>
  Promise.resolve(token === 'good' ? { service: 'gateway', pod: 'gateway-0' } : undefined);

function publish(feed: SnapshotFeed, models: string, revision: number): void {
  const store = new SectionStore();
  const sections = { models: sha256(models) };
  store.remember(sections.models, models);
  const services = { gateway: { digest: snapshotDigest(sections), sections } };
  const history = [{ epoch: 1, revision, at: '', services, degraded: [] }];
  feed.publish({ ...EMPTY_INDEX, history }, store);
}

async function served(authenticate = known) {
  const feed = new SnapshotFeed();
  const recorded: PollRequest[] = [];
  const forwarded: string[] = [];
  const { log, entries } = recordingLog();
  const app = snapshotApp({
    feed,
    authenticate,
    record: (poll) => recorded.push(poll),
    forward: ({ token }) => forwarded.push(token),
    expectedReplicas: (service) => (service === 'gateway' ? 3 : undefined),
    replicas: () => ({ revision: null, installed: [], replicas: [] }),
    askLeader: () => Promise.resolve(undefined),
    log,
    clock: systemClock,
  });
  const server = await listen(app, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close(0));
  const send = async (
    body: unknown,
    headers: Record<string, string> = {},
    signal?: AbortSignal,
  ) => {
    const answer = await fetch(`http://127.0.0.1:${server.port}${POLL_PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer good', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...(signal ? { signal } : {}),
    });
    const text = await answer.text();
    const replicas = answer.headers.get('x-aicp-replicas');
    const challenge = answer.headers.get('www-authenticate');
    return {
      status: answer.status,
      challenge,
      replicas,
      body: (text ? JSON.parse(text) : undefined) as never,
    };
  };
  return { entries, feed, forwarded, port: server.port, recorded, send };
}

const poll = (more: Partial<PollRequest> = {}): PollRequest => ({
  instance: { service: 'gateway', name: 'gateway-0', version: '1', startedAt: '' },
  have: null,
  applied: null,
  rejected: null,
  wait_seconds: 0,
  ...more,
});

describe('a poll', () => {
  it('gets the snapshot, and what it says is noted and passed on', async () => {
    const { feed, forwarded, recorded, send } = await served();
    publish(feed, '[1]', 1);
    const { status, body } = await send(poll());
    expect(status).toBe(200);
    expect(body).toMatchObject({ manifest: { revision: 1 }, changed: { models: '[1]' } });
    expect([recorded.length, forwarded]).toEqual([1, ['good']]);
  });

  it('tells how many replicas there are, whether or not there is something newer', async () => {
    const { feed, send } = await served();
    expect(await send(poll())).toMatchObject({ status: 204, replicas: '3' });
    publish(feed, '[1]', 1);
    expect(await send(poll())).toMatchObject({ status: 200, replicas: '3' });
  });

  it('brings health; what cannot be read of it holds up nothing', async () => {
    const { recorded, send } = await served();
    const health = { at: '2026-01-01T00:00:00Z', providers: [], models: [] };
    const later = { ...health, providers: [{ provider: 'p', circuit: 'of a later version' }] };
    for (const body of [
      { ...poll(), health },
      { ...poll(), health: later },
    ]) {
      expect((await send(body)).status).toBe(204);
    }
    expect(recorded.map((said) => said.health)).toEqual([health, undefined]);
  });

  it('waits for something newer', async () => {
    const { feed, send } = await served();
    publish(feed, '[1]', 1);
    const have = feed.current('gateway')!.manifest;
    const waiting = send(poll({ have, wait_seconds: 20 }));
    await until('it waits', () => feed.waiting === 1);
    publish(feed, '[2]', 2);
    expect((await waiting).body).toMatchObject({ changed: { models: '[2]' } });
  });

  it('is told that there is nothing newer when its time is over', async () => {
    const { feed, send } = await served();
    expect((await send(poll())).status).toBe(204);
    publish(feed, '[1]', 1);
    const have = feed.current('gateway')!.manifest;
    expect((await send(poll({ have, wait_seconds: 0.05 }))).status).toBe(204);
  });

  it('is forgotten when its caller goes away', async () => {
    const { feed, send } = await served();
    const abort = new AbortController();
    const waiting = send(poll({ wait_seconds: 20 }), {}, abort.signal);
    await until('it waits', () => feed.waiting === 1);
    abort.abort();
    await expect(waiting).rejects.toThrow();
    await until('nobody waits', () => feed.waiting === 0);
  });

  it('that another operator passed on is noted, and answered at once', async () => {
    const { feed, forwarded, recorded, send } = await served();
    publish(feed, '[1]', 1);
    const answer = await send(poll({ wait_seconds: 20 }), { [FORWARDED_HEADER]: 'true' });
    expect(answer.status).toBe(204);
    expect([recorded.length, forwarded.length]).toEqual([1, 0]);
  });

  const instance = poll().instance;
  const service = (name: string) => poll({ instance: { ...instance, service: name } });
  const pod = (name: string) => poll({ instance: { ...instance, name } });
  it.each<[string, { body?: unknown; headers?: Record<string, string> }, number, string]>([
    ['no token', { headers: { authorization: '' } }, 401, 'A bearer token is needed.'],
    ['a bad token', { headers: { authorization: 'Bearer bad' } }, 401, 'The token is not good'],
    ['another service', { body: service('budget') }, 403, 'is one of gateway, not of budget.'],
    ['another pod', { body: pod('gateway-1') }, 403, 'made for gateway-0, not for gateway-1.'],
    ['no poll', { body: { hello: 1 } }, 422, 'This is no poll'],
    ['no JSON', { body: '{' }, 400, 'The body cannot be read.'],
    ['too much', { body: `"${'x'.repeat(8_600_000)}"` }, 413, 'The body cannot be read.'],
  ])('with %s is refused, and nothing is noted', async (_, sent, status, detail) => {
    const { entries, recorded, send } = await served();
    const answer = await send(sent.body ?? poll(), sent.headers);
    expect(answer.status).toBe(status);
    expect(answer.challenge).toBe(status === 401 ? 'Bearer realm="aicp"' : null);
    expect(answer.body).toMatchObject({
      status,
      detail: expect.stringContaining(detail) as string,
    });
    expect(recorded).toEqual([]);
    expect(entries).toEqual([]);
  });

  it.each([
    ['is away', new TypeError('fetch failed')],
    ['refuses us', new KubernetesError({ status: 403, message: 'Forbidden' })],
    ['is not itself', new KubernetesError({ status: 429, message: 'Too many requests' })],
  ])('is put off with 503 while the API server %s', async (_, error) => {
    const { recorded, send } = await served(() => Promise.reject(error));
    const answer = await send(poll());
    expect(answer.status).toBe(503);
    expect(answer.body).toMatchObject({ detail: expect.stringContaining('try again') as string });
    expect(recorded).toEqual([]);
  });

  it('has one address', async () => {
    const { port } = await served();
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  });
});

it('on one machine a token of the table is its service, and any other is nobody', async () => {
  const authenticate = authenticateByTable(new Map([['secret', 'gateway']]));
  expect(await authenticate('secret')).toEqual({ service: 'gateway', pod: undefined });
  expect(await authenticate('Secret')).toBeUndefined();
});
