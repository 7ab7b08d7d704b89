import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LOCAL_TOO, PUBLIC_ONLY } from '@aicp/common/http/address-guard';
import { systemClock } from '@aicp/common/time/clock';
import { Webhook } from 'standardwebhooks';
import { afterEach, expect, it } from 'vitest';
import type { Delivery } from '../channel.ts';
import { subscription } from '../../testing/subscriptions.ts';
import { WebhookChannel } from './webhook-channel.ts';

const SECRETS = [
  'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
];

const DELIVERY: Delivery = {
  id: 'evt_1-abc',
  event: {
    id: 'evt_1',
    type: 'key.created',
    at: new Date(0),
    subject: 'APIKey/a',
    organization: 'acme',
    data: { text: 'größer' },
    isTest: false,
  },
  attempt: 1,
  subscription: subscription('one'),
};

const closing = new AsyncDisposableStack();
let open = closing;
afterEach(async () => {
  await open.disposeAsync();
});

interface Received {
  readonly headers: Record<string, string>;
  readonly body: string;
}

async function receiver(
  answer: (response: ServerResponse, request: IncomingMessage) => void,
): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      received.push({ headers: request.headers as Record<string, string>, body });
      answer(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open = new AsyncDisposableStack();
  open.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received };
}

const channel = new WebhookChannel({
  egress: { platform: LOCAL_TOO, tenants: PUBLIC_ONLY },
  source: '/aicp/default',
  clock: systemClock,
});
const never = new AbortController().signal;
const send = (url: string, delivery = DELIVERY, secrets: readonly string[] = SECRETS) =>
  channel.send(delivery, { channel: 'webhook', url, secrets }, never);

it('signs what it sends with each secret, as the verifier of Standard Webhooks wants it', async () => {
  const { url, received } = await receiver((response) => response.writeHead(204).end());
  expect(await send(url)).toEqual({ kind: 'delivered', status: 204 });
  const [{ headers, body } = { headers: {}, body: '' }] = received;
  for (const secret of SECRETS) {
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ id: 'evt_1' });
  }
  expect(() => new Webhook('whsec_AAAA').verify(body, headers)).toThrow();
  expect(headers).toMatchObject({
    'webhook-id': 'evt_1-abc',
    'content-type': expect.stringContaining('application/cloudevents+json'),
  });
  expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
});

it('follows no redirect', async () => {
  const { url, received } = await receiver((response, request) =>
    response.writeHead(302, { location: `http://${request.headers.host}/other` }).end(),
  );
  expect(await send(url)).toMatchObject({ kind: 'failed', status: 302 });
  expect(received).toHaveLength(1);
});

it('says what the receiver wants: no more, or later', async () => {
  const gone = await receiver((response) => response.writeHead(410).end());
  expect(await send(gone.url)).toMatchObject({ kind: 'failed', status: 410, isGone: true });
  const later = await receiver((response) =>
    response.writeHead(503, { 'retry-after': '120' }).end(),
  );
  expect(await send(later.url)).toMatchObject({ status: 503, retryAfterMs: 120_000 });
});

it('an answer that does not end, or is long, is what its status says', async () => {
  const { url } = await receiver((response) => {
    response.writeHead(200);
    response.write('x'.repeat(100_000));
  });
  expect(await send(url)).toEqual({ kind: 'delivered', status: 200 });
});

it('goes where whose it is may, and is final where no retry helps', async () => {
  const { url, received } = await receiver((response) => response.writeHead(204).end());
  const theirs = { ...DELIVERY, subscription: subscription('one', { organization: 'acme' }) };
  expect(await send(url, theirs)).toMatchObject({ kind: 'failed', isFinal: true });
  expect(await send(url.replace('127.0.0.1', 'localhost'), theirs)).toMatchObject({
    kind: 'failed',
    isFinal: false,
  });
  expect(await send('ftp://example.com/')).toMatchObject({ isFinal: true });
  expect(await send(url, DELIVERY, [])).toMatchObject({ isFinal: true });
  expect(await send(url, DELIVERY, ['whsec_%%%'])).toMatchObject({ isFinal: true });
  expect(received).toEqual([]);
});

it('is not reached where nobody listens', async () => {
  const outcome = await send('http://127.0.0.1:1/');
  expect(outcome).toEqual({
    kind: 'failed',
    reason: 'The receiver was not reached: ECONNREFUSED.',
  });
});
