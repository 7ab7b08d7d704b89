import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Subscription } from '../channels/channel.ts';
import { EVENT_TYPES } from '@aicp/contracts/checks/event-types';
import { subscription } from '../testing/subscriptions.ts';
import { deliveryIdOf, digestIdOf } from './delivery-id.ts';
import { matches, matchesType } from './matches.ts';
import { orderingKeyOf } from './ordering-key.ts';

const types = fc.constantFrom(...EVENT_TYPES);
const organizations = fc.constantFrom(undefined, 'acme', 'globex');
const names = fc.constantFrom('one', 'two', 'three');

const subjects = fc.constantFrom('Budget/ml', 'Budget/other');

const events = fc.record({
  type: types,
  subject: subjects,
  organization: organizations,
  onlyTo: fc.option(fc.uniqueArray(names, { minLength: 1 }), { nil: undefined }),
  isTest: fc.boolean(),
});

const wanted = fc.oneof(
  types,
  fc.constant('*'),
  types.map((type) => `${type.split('.')[0]}.*`),
  types.map((type) => `${type.slice(0, 4)}*`),
);

const subscriptions = fc
  .record({
    name: names,
    organization: organizations,
    eventTypes: fc.array(wanted, { minLength: 1, maxLength: 3 }),
    subject: fc.option(subjects, { nil: undefined }),
    isActive: fc.boolean(),
  })
  .map(({ name, ...more }) => subscription(name, more));

const sees = (one: Subscription, organization: string | undefined): boolean =>
  one.organization === undefined || one.organization === organization;

/** As the specification says it, type by type. */
const isWanted = (types: readonly string[], type: string): boolean =>
  types.some((one) =>
    new RegExp(`^${one.replaceAll('.', '\\.').replace(/\*$/, '.*')}$`).test(type),
  );

/** By its type, and by what it is about. */
const wants = (one: Subscription, event: { readonly type: string; readonly subject: string }) =>
  (one.subject ?? event.subject) === event.subject && isWanted(one.eventTypes, event.type);

it('types are matched by themselves, or by what they begin with', () => {
  fc.assert(
    fc.property(fc.array(wanted), types, (all, type) => {
      expect(matchesType(all, type)).toBe(isWanted(all, type));
    }),
  );
});

it('nobody is told of what is not theirs, and who is to be told is', () => {
  fc.assert(
    fc.property(events, subscriptions, fc.boolean(), (event, one, isDisabled) => {
      const isTold = matches(event, one, isDisabled);
      const isTheirs = sees(one, event.organization);
      const isNamed = (event.onlyTo as readonly string[] | undefined)?.includes(one.name) ?? false;
      if (event.isTest) expect(isTold).toBe(isTheirs && isNamed);
      else {
        expect(isTold).toBe(
          isTheirs &&
            (event.onlyTo === undefined || isNamed) &&
            one.isActive &&
            !isDisabled &&
            wants(one, event),
        );
      }
    }),
    { numRuns: 1000 },
  );
});

it('deliveries have ids that stay, without a point', () => {
  const id = deliveryIdOf('evt_0123', 'uid.with.points');
  expect(id).toMatch(/^evt_0123-[0-9a-f]{12}$/);
  expect(id).toBe(deliveryIdOf('evt_0123', 'uid.with.points'));
  expect(id).not.toBe(deliveryIdOf('evt_0123', 'another'));
  expect(digestIdOf(['a', 'b'])).toMatch(/^dig_[0-9a-f]{32}$/);
  expect(digestIdOf(['a', 'b'])).not.toBe(digestIdOf(['b', 'a']));
});

it('order is kept where an event says how something stands', () => {
  const about = { subject: 'SLADefinition/fast', isTest: false };
  expect(orderingKeyOf({ ...about, type: 'sla.resolved' }, 'uid')).toBe('uid SLADefinition/fast');
  expect(orderingKeyOf({ ...about, type: 'key.created' }, 'uid')).toBeNull();
  expect(orderingKeyOf({ ...about, type: 'sla.resolved', isTest: true }, 'uid')).toBeNull();
});
