import { LOCAL_TOO } from '@aicp/common/http/address-guard';
import { systemClock } from '@aicp/common/time/clock';
import { EVENT_TYPES } from '@aicp/contracts/checks/event-types';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { delivered, deliveryOf } from '../../testing/deliveries.ts';
import { startHttpReceiver, type HttpReceiver } from '../../testing/http-receiver.ts';
import { PagerDutyChannel } from './pagerduty-channel.ts';
import { dedupKeyOf, pagerDutyEvent } from './pagerduty-event.ts';

const { signal } = new AbortController();
const target = { channel: 'pagerduty', routingKey: 'R0UT1NG' } as const;

describe('PagerDuty', () => {
  let api: HttpReceiver;
  beforeEach(async () => {
    api = await startHttpReceiver();
    api.answer = { status: 202, body: '{"status":"success"}' };
  });
  afterEach(async () => {
    await api[Symbol.asyncDispose]();
  });
  const channel = () =>
    new PagerDutyChannel({
      egress: { platform: LOCAL_TOO, tenants: LOCAL_TOO },
      clock: systemClock,
      url: `${api.url}/v2/enqueue`,
    });
  const bodies = () =>
    api.requests.map(({ body }) => JSON.parse(body) as Record<string, Record<string, unknown>>);

  it('triggers an incident, and resolves it by the same key', async () => {
    for (const type of ['sla.violation', 'sla.resolved'] as const) {
      const outcome = await channel().send(deliveryOf(delivered(type)), target, signal);
      expect(outcome).toEqual({ kind: 'delivered', status: 202 });
    }
    const [trigger, resolve] = bodies();
    expect(api.requests[0]?.url).toBe('/v2/enqueue');
    expect(trigger).toMatchObject({
      routing_key: 'R0UT1NG',
      event_action: 'trigger',
      payload: {
        source: 'SLADefinition/fast',
        severity: 'critical',
        timestamp: '2026-11-24T12:00:00.000Z',
        component: 'SLADefinition/fast',
        group: 'acme',
        class: 'sla.violation',
        custom_details: { event_type: 'sla.violation', target: 400, actual: 912 },
      },
    });
    expect(resolve).toMatchObject({ event_action: 'resolve', dedup_key: trigger?.['dedup_key'] });
  });

  it('does not try again what it cannot read, and waits as it asks', async () => {
    api.answer = { status: 400, body: '{}' };
    const delivery = deliveryOf(delivered('provider.down'));
    expect(await channel().send(delivery, target, signal)).toMatchObject({ isFinal: true });
    api.answer = { status: 429, headers: { 'retry-after': '5' } };
    expect(await channel().send(delivery, target, signal)).toMatchObject({ retryAfterMs: 5000 });
  });

  it('tells of a digest how each incident stands last, and counts the rest', async () => {
    const digest = [
      delivered('sla.violation'),
      delivered('key.created'),
      delivered('sla.resolved'),
      delivered('key.created'),
    ];
    const whole = { ...delivered('key.created'), type: 'events.digest', id: 'dig_1' };
    await channel().send(deliveryOf(whole, { digest }), target, signal);
    expect(bodies().map(({ event_action }) => event_action)).toEqual(['resolve', 'trigger']);
    expect(bodies()[1]?.['payload']?.['custom_details']).toMatchObject({ 'key.created': 2 });
  });
});

describe('an event of PagerDuty', () => {
  it.each(EVENT_TYPES)('of type %s keeps within the bounds', (type) => {
    const event = delivered(type, { subject: 's'.repeat(3000) });
    const { dedup_key, payload } = pagerDutyEvent(event, 'r');
    expect(dedup_key.length).toBeLessThanOrEqual(255);
    expect(String(payload?.['summary']).length).toBeLessThanOrEqual(1024);
    expect(['critical', 'error', 'warning', 'info']).toContain(payload?.['severity']);
  });

  it('ends by a test no incident that is real', () => {
    const real = delivered('sla.violation');
    const test = delivered('sla.resolved', { isTest: true });
    expect(dedupKeyOf(test)).not.toBe(dedupKeyOf(real));
    expect(dedupKeyOf(test)).toBe(dedupKeyOf({ ...real, isTest: true }));
  });

  it('goes by its subject where its data names no incident, and by itself where it begins none', () => {
    const down = dedupKeyOf(delivered('provider.down', { data: {} }));
    expect(dedupKeyOf(delivered('provider.recovered', { data: {} }))).toBe(down);
    const created = delivered('key.created');
    expect(dedupKeyOf(created)).not.toBe(dedupKeyOf({ ...created, id: 'evt_other' }));
  });
});
