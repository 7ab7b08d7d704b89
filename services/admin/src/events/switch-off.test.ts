import { eventSubscription } from '@aicp/crds/event-subscription';
import type { DeliveryState } from '@aicp/events/delivery/delivery-states';
import { beforeEach, expect, it } from 'vitest';
import { resourceFixture, type ResourceFixture } from '../resources/testing/resource-fixture.ts';
import { foundOf } from './subscriptions/found-of-subscription.ts';
import { switchOff } from './switch-off.ts';

const SPEC = {
  eventTypes: ['*'],
  channel: 'webhook',
  isActive: true,
  config: { url: 'https://hooks.example.com/gone' },
};
/** The marks of Argo CD, and of its having set the field. */
const GIT = {
  annotations: { 'argocd.argoproj.io/tracking-id': 'aicp:aicp.dev/EventSubscription:aicp/hook' },
  managedFields: [
    { manager: 'argocd-controller', fieldsV1: { 'f:spec': { 'f:isActive': {} } } },
  ] as object[],
};
const NOON = Date.UTC(2026, 10, 24, 12);
const GONE: DeliveryState = {
  ...{ uid: 'uid-hook', name: 'hook', generation: 1 },
  ...{ pending: 0, dead: 1, consecutiveFailures: 1 },
  lastSuccessAt: undefined,
  lastFailure: { at: new Date(NOON), status: 410, reason: 'The receiver answered 410.' },
  throttledUntil: undefined,
  disabled: {
    at: new Date(NOON),
    reason: 'Gone',
    message: 'Its receiver answered 410: it wants no more.',
  },
};

let aicp: ResourceFixture;
beforeEach(async () => {
  aicp = await resourceFixture();
  return () => aicp[Symbol.asyncDispose]();
});

const stored = () => aicp.peek('EventSubscription', 'hook');

it('a subscription whose receiver is gone is switched off, as the system, with an entry', async () => {
  await aicp.put('EventSubscription', 'hook', SPEC);
  await switchOff(aicp.services(eventSubscription), { name: 'hook' });
  expect(stored()?.spec).toEqual({ ...SPEC, isActive: false });
  expect(aicp.hooks.planned).toMatchObject([
    { action: 'disable', kind: 'EventSubscription', name: 'hook', source: 'system' },
  ]);
});

it('one that Git owns stays as it is, and its condition alone says so', async () => {
  const object = await aicp.put('EventSubscription', 'hook', SPEC, {
    ...GIT,
    ...{ uid: 'uid-hook', generation: 1 },
  });
  await switchOff(aicp.services(eventSubscription), { name: 'hook' });
  expect(stored()?.spec).toEqual(SPEC);
  const target = { channel: 'webhook', url: SPEC.config.url, secrets: ['whsec_x'] } as const;
  const found = foundOf({ object, target, state: GONE, signedBy: undefined, nowMs: NOON });
  expect(found.conditions[0]).toMatchObject({ status: 'False', reason: 'Gone' });
});

it('one that is deleted meanwhile needs nothing', async () => {
  await switchOff(aicp.services(eventSubscription), { name: 'hook' });
  expect(aicp.hooks.planned).toEqual([]);
});

it('a Kubernetes API that does not answer is for the caller to hear', async () => {
  const failing = {
    get: () => Promise.reject(new Error('connection refused')),
    change: () => Promise.reject(new Error('connection refused')),
  };
  await expect(switchOff(failing, { name: 'hook' })).rejects.toThrow('connection refused');
});
