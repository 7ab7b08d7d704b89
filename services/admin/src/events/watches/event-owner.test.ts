import { routingPolicy } from '@aicp/crds/routing-policy';
import { describe, expect, it } from 'vitest';
import type { StoredObject } from '../../resources/stored-object.ts';
import { keyState, stateOf } from '../testing/object-states.ts';
import { eventOwner } from './event-owner.ts';

describe('the organization of an event', () => {
  it('is the one that the object is bound to, else the one that it or its team names', () => {
    const of = (object: StoredObject) =>
      eventOwner(object, {
        find: (_kind, id) =>
          id === 'ml' ? keyState('ml', { spec: { organizationId: 'globex' } }) : undefined,
      });
    const plain = keyState('bot', { spec: { teamId: 'ml' } });
    expect(of(plain)).toBe('acme');
    const ofTeam = stateOf(routingPolicy, 'x', { spec: { teamId: 'ml' } });
    expect(of(ofTeam)).toBe('globex');
    const owner = { objectUid: 'uid-bot', organization: 'initech' };
    expect(of({ ...plain, status: { owner } })).toBe('initech');
    expect(of({ ...plain, status: { owner: { objectUid: 'uid-bot' } } })).toBeUndefined();
    expect(of({ ...plain, status: { owner: { ...owner, objectUid: 'other' } } })).toBe('acme');
  });
});
