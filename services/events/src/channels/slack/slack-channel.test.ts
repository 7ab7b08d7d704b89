import { LOCAL_TOO, PUBLIC_ONLY } from '@aicp/common/http/address-guard';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { systemClock } from '@aicp/common/time/clock';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { delivered, deliveryOf } from '../../testing/deliveries.ts';
import { startHttpReceiver, type HttpReceiver } from '../../testing/http-receiver.ts';
import { Pace } from './pace.ts';
import { SlackChannel } from './slack-channel.ts';
import { slackMessage } from './slack-message.ts';

const { signal } = new AbortController();
let slack: HttpReceiver;
beforeEach(async () => {
  slack = await startHttpReceiver();
});
afterEach(async () => {
  await slack[Symbol.asyncDispose]();
});

const open = { platform: LOCAL_TOO, tenants: LOCAL_TOO };
const channel = (egress = open) => new SlackChannel({ egress, clock: systemClock });
const violation = deliveryOf(delivered('sla.violation'));
const target = (path = '/services/T/B/x') =>
  ({ channel: 'slack', webhookUrl: `${slack.url}${path}` }) as const;

it('posts text and blocks, as an incoming webhook takes them', async () => {
  expect(await channel().send(violation, target(), signal)).toEqual({
    kind: 'delivered',
    status: 200,
  });
  const [request] = slack.requests;
  expect(request?.headers['content-type']).toMatch(/^application\/json/);
  expect(request?.url).toBe('/services/T/B/x');
  const body = JSON.parse(request?.body ?? '') as { text: string; blocks: { type: string }[] };
  expect(Object.keys(body)).toEqual(['text', 'blocks']);
  expect(body.text).toBe(':red_circle: sla.violation: SLADefinition/fast');
  expect(body.blocks.map(({ type }) => type)).toEqual(['header', 'section', 'context']);
  expect(request?.body).toContain('*actual*: 912');
});

it('mentions nobody and makes no links, whatever an event says', () => {
  const data = { message: '<!channel> & <https://evil.example|click>' };
  const { blocks } = slackMessage(deliveryOf(delivered('provider.down', { data })));
  const text = JSON.stringify(blocks);
  expect(text).not.toContain('<');
  expect(text).toContain('&lt;!channel&gt; &amp; ');
});

it('keeps within the bounds of Slack', () => {
  const data = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`f${at}`, 'x'.repeat(900)]),
  );
  const event = delivered('config.rejected', { data, subject: 's'.repeat(300) });
  const { blocks } = slackMessage(deliveryOf(event));
  const [header, section] = blocks as { text: { text: string } }[];
  expect(header?.text.text.length).toBeLessThanOrEqual(150);
  expect(section?.text.text.length).toBeLessThanOrEqual(3000);
});

it('lists the events of a digest', () => {
  const digest = Array.from({ length: 25 }, () => delivered('key.created'));
  const message = slackMessage(deliveryOf(delivered('key.created'), { digest }));
  expect(message.text).toBe('25 events');
  expect(JSON.stringify(message.blocks)).toContain('… and 5 more');
});

it('waits as Slack asks, and does not try again what Slack does not know', async () => {
  slack.answer = { status: 429, headers: { 'retry-after': '30' } };
  expect(await channel().send(violation, target(), signal)).toMatchObject({
    kind: 'failed',
    status: 429,
    retryAfterMs: 30_000,
  });
  slack.answer = { status: 404, body: 'no_service' };
  const gone = await channel().send(violation, target(), signal);
  expect(gone).toMatchObject({ kind: 'failed', isFinal: true, isGone: true });
  slack.answer = { status: 403, body: '<html>' };
  const refused = await channel().send(violation, target(), signal);
  expect(refused).toMatchObject({ isFinal: true });
  expect(JSON.stringify(refused)).not.toContain('html');
});

it('follows no redirect, and goes to no address that the settings do not open', async () => {
  slack.answer = { status: 307, headers: { location: `${slack.url}/secret` } };
  expect(await channel().send(violation, target(), signal)).toMatchObject({ status: 307 });
  const closed = channel({ platform: LOCAL_TOO, tenants: PUBLIC_ONLY });
  expect(await closed.send(violation, target(), signal)).toMatchObject({ isFinal: true });
  const platforms = { ...violation.subscription, organization: undefined };
  slack.answer = { status: 200 };
  expect(
    await closed.send({ ...violation, subscription: platforms }, target(), signal),
  ).toMatchObject({ kind: 'delivered' });
  expect(slack.requests.map(({ url }) => url)).not.toContain('/secret');
});

it('shows its address to nobody', async () => {
  slack.answer = { status: 500 };
  const outcome = await channel().send(violation, target('/services/very-secret'), signal);
  expect(JSON.stringify(outcome)).not.toContain('very-secret');
});

it('sends one a second to the same webhook, and tells who would wait for long when to come', async () => {
  const clock = new ManualClock();
  const pace = new Pace({ clock, everyMs: 1000, mostMs: 1500 });
  const turns: string[] = [];
  const take = async (name: string): Promise<unknown> => {
    const later = await pace.turn('a', signal);
    turns.push(name);
    return later;
  };
  const first = take('first');
  const second = take('second');
  expect(await first).toBeUndefined();
  expect(await pace.turn('a', signal)).toBe(2000);
  expect(await pace.turn('b', signal)).toBeUndefined();
  expect(turns).toEqual(['first']);
  await clock.advance(1000);
  expect(await second).toBeUndefined();
  expect(turns).toEqual(['first', 'second']);
});
