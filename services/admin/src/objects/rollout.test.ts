import { model } from '@aicp/crds/model';
import type { ReplicaStates } from '@aicp/contracts/poll/replica-states';
import { describe, expect, it } from 'vitest';
import { fleetOf } from './replicas-route.ts';
import { rolloutOf } from './rollout.ts';

const place = { service: 'gateway', version: '1', ready: true };
const current = { ...place, state: 'up_to_date', revision: '1.4' } as const;
const unsaid = { behind_since: null, message: null };
const known: ReplicaStates = {
  revision: '1.4',
  installed: ['gateway'],
  replicas: [
    { ...current, ...unsaid, instance: 'a', generation: 5 },
    {
      ...{ ...place, ...unsaid, instance: 'b', state: 'behind', revision: '1.3', generation: 4 },
      behind_since: '2026-11-25T00:00:00Z',
    },
  ],
};

function modelWith(observedGeneration: number, reason: string, message: string) {
  const metadata = { name: 'm', uid: 'u', generation: 5 };
  const conditions = [{ type: 'Programmed', status: 'False', reason, message }];
  const status = { observedGeneration, conditions };
  return { apiVersion: 'aicp.dev/v1alpha1', kind: 'Model', metadata, spec: {}, status };
}

describe('how far an object has come', () => {
  it('is counted by the generation that each replica runs', () => {
    const said = rolloutOf(model, modelWith(5, 'Pending', '1 of 2 gateway replicas'), known);
    expect(said).toMatchObject({
      state: 'applying',
      generation: 5,
      observed_generation: 5,
      replicas: { expected: 2, applied: 1 },
    });
  });

  it('is what the status says where nobody can be asked', () => {
    const object = modelWith(5, 'Pending', '2 of 3 gateway replicas, 1 of 1 cost replica');
    const said = rolloutOf(model, object, undefined);
    expect(said.replicas).toEqual({ expected: 4, applied: 3 });
    expect(said).not.toHaveProperty('by_replica');
  });

  it('waits for the operator, and says where it failed', () => {
    expect(rolloutOf(model, modelWith(4, 'Programmed', ''), known).state).toBe('pending');
    expect(rolloutOf(model, modelWith(5, 'Rejected', 'too deep'), known).state).toBe('failed');
  });
});

it('names replicas to those alone who run the platform', () => {
  expect(fleetOf(known, false)).toMatchObject({
    total: 2,
    behind: 1,
    services: [{ service: 'gateway', behind_since: '2026-11-25T00:00:00Z', replicas: [] }],
  });
  expect(fleetOf(known, true).services[0]?.replicas).toHaveLength(2);
});
