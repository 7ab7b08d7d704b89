import { finding } from '@aicp/contracts/poll/findings-report';
import type { DeliveryState } from '@aicp/events/delivery/delivery-states';
import { describe, expect, it } from 'vitest';
import type { StoredObject } from '../../resources/stored-object.ts';
import { foundOf, type KnownOfSubscription } from './found-of-subscription.ts';

const NOON = Date.UTC(2026, 10, 24, 12);

const object = (spec: object = {}) =>
  ({
    metadata: { name: 'hook', uid: 'uid-1', generation: 2 },
    spec: { channel: 'webhook', isActive: true, ...spec },
  }) as unknown as StoredObject;

const state = (more: Partial<DeliveryState> = {}): DeliveryState => ({
  uid: 'uid-1',
  name: 'hook',
  generation: 2,
  consecutiveFailures: 0,
  lastSuccessAt: new Date(NOON),
  lastFailure: undefined,
  throttledUntil: undefined,
  disabled: undefined,
  pending: 1,
  dead: 3,
  ...more,
});

const known = (more: Partial<KnownOfSubscription> = {}): KnownOfSubscription => ({
  object: object(),
  target: { channel: 'webhook', url: 'https://h.example', secrets: ['whsec_c2VjcmV0'] },
  state: state(),
  signedBy: { name: 's', key: 'k' },
  nowMs: NOON,
  ...more,
});

const delivering = (more: Partial<KnownOfSubscription>) => foundOf(known(more)).conditions[0];
const failure = { at: new Date(NOON), reason: 'The receiver answered 500.', status: 500 };
const missing = { reason: 'NoMailServer', missing: 'There is none.' } as const;

describe('what is said of a subscription', () => {
  it.each([
    [{}, 'True', 'Delivering'],
    [{ object: object({ isActive: false }) }, 'False', 'Inactive'],
    [{ target: missing }, 'False', 'NoMailServer'],
    [{ state: undefined }, 'Unknown', 'NothingSent'],
    [{ state: state({ generation: 1 }) }, 'Unknown', 'NothingSent'],
    [{ state: state({ lastSuccessAt: undefined }) }, 'Unknown', 'NothingSent'],
    [{ state: state({ consecutiveFailures: 2, lastFailure: failure }) }, 'False', 'Retrying'],
    [{ state: state({ throttledUntil: new Date(NOON + 1) }) }, 'False', 'Throttled'],
    [{ state: state({ throttledUntil: new Date(NOON) }) }, 'True', 'Delivering'],
    [
      { state: state({ disabled: { at: new Date(NOON), reason: 'Gone', message: 'It is 410.' } }) },
      'False',
      'Gone',
    ],
  ] satisfies [Partial<KnownOfSubscription>, string, string][])(
    '%j: %s %s',
    (more, status, reason) => {
      expect(delivering(more)).toMatchObject({ type: 'Delivering', status, reason });
    },
  );

  it('says where the secret is that a webhook is signed with', () => {
    expect(delivering({ state: undefined })?.message).toContain('key "k" of Secret "s"');
  });

  it('tells the last failure, and counts, in a form that the operator takes', () => {
    const found = foundOf(known({ state: state({ lastFailure: failure }) }));
    expect(finding.parse(found)).toEqual(found);
    expect(found.conditions[1]).toEqual({
      type: 'LastFailure',
      status: 'True',
      reason: 'Failed',
      message: '2026-11-24T12:00:00.000Z (status 500): The receiver answered 500.',
    });
    expect(found.observed).toEqual({
      failed: 3,
      pending: 1,
      consecutiveFailures: 0,
      lastSuccessAt: '2026-11-24T12:00:00.000Z',
      lastFailureAt: '2026-11-24T12:00:00.000Z',
    });
  });
});
