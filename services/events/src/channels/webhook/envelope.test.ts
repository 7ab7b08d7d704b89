import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DeliveredEvent, Delivery } from '../channel.ts';
import { subscription } from '../../testing/subscriptions.ts';
import { envelopeOf, MOST_BYTES } from './envelope.ts';

const AT = new Date('2026-11-24T12:00:00.123Z');

const event: DeliveredEvent = {
  id: 'evt_1',
  type: 'budget.exceeded',
  at: AT,
  subject: 'Budget/engineering',
  organization: 'acme',
  data: { spent_usd: 12 },
  isTest: false,
};

const delivery = (more: Partial<Delivery> = {}): Delivery => ({
  id: 'evt_1-abc',
  event,
  attempt: 1,
  subscription: subscription('one'),
  ...more,
});

const bodyOf = (one: Delivery) =>
  JSON.parse(envelopeOf(one, '/aicp/default')) as Record<string, unknown> & {
    data: Record<string, unknown>;
  };

it('an event is a CloudEvent and a payload of Standard Webhooks', () => {
  expect(bodyOf(delivery())).toEqual({
    specversion: '1.0',
    id: 'evt_1',
    source: '/aicp/default',
    type: 'budget.exceeded',
    time: '2026-11-24T12:00:00.123Z',
    subject: 'Budget/engineering',
    datacontenttype: 'application/json',
    timestamp: '2026-11-24T12:00:00.123Z',
    organization: 'acme',
    data: { spent_usd: 12 },
  });
});

it('says that it is a test, and no organization where it has none', () => {
  const body = bodyOf(delivery({ event: { ...event, organization: undefined, isTest: true } }));
  expect(body).toMatchObject({ test: true });
  expect(body).not.toHaveProperty('organization');
  for (const name of Object.keys(body)) expect(name).toMatch(/^[a-z0-9]{1,20}$/);
});

it('data that is too large is cut, and says what was left out', () => {
  const data = { first: 1, large: 'é'.repeat(20_000), last: 'kept' };
  const body = bodyOf(delivery({ event: { ...event, data } }));
  expect(body.data).toEqual({ first: 1, last: 'kept', truncated: true, left_out: ['large'] });
});

it('a digest has all its events, with their data where there is room', () => {
  const digest = Array.from({ length: 100 }, (_, index) => ({
    ...event,
    id: `evt_${index}`,
    data: { text: 'x'.repeat(500) },
  }));
  const { data } = bodyOf(delivery({ digest }));
  expect(data).toMatchObject({ count: 100, truncated: true });
  const events = data['events'] as { id: string; data?: unknown }[];
  expect(events.map(({ id }) => id)).toEqual(digest.map(({ id }) => id));
  expect(events[0]).toHaveProperty('data');
  expect(events[99]).toMatchObject({ truncated: true });
});

it('no body is larger than receivers have to take', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ maxLength: 200 }), fc.string({ maxLength: 4000 }), {
        maxKeys: 60,
      }),
      (data) => {
        const text = envelopeOf(delivery({ event: { ...event, data } }), '/aicp/default');
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MOST_BYTES);
      },
    ),
    { numRuns: 200 },
  );
});
