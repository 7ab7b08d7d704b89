import { describe, expect, it } from 'vitest';
import type { StoredObject } from '../../resources/stored-object.ts';
import { isSettled } from './status-routes.ts';

const policy = (conditions: readonly object[]): StoredObject => ({
  apiVersion: 'aicp.dev/v1alpha1',
  kind: 'RoutingPolicy',
  metadata: { name: 'p', generation: 2, creationTimestamp: '2026-01-01T00:00:00Z' },
  spec: {},
  status: { conditions },
});
const condition = (type: string, status: string, reason: string, observedGeneration = 2) => ({
  type,
  status,
  reason,
  message: '',
  observedGeneration,
});

describe('a sync', () => {
  it('waits for a policy that replicas are still to take', () => {
    expect(isSettled(policy([]))).toBe(false);
    expect(isSettled(policy([condition('Programmed', 'False', 'Pending')]))).toBe(false);
    expect(isSettled(policy([condition('Accepted', 'False', 'Invalid', 1)]))).toBe(false);
  });

  it('does not wait for one that every replica runs', () => {
    expect(isSettled(policy([condition('Programmed', 'True', 'Programmed')]))).toBe(true);
  });

  it('does not wait for one that only an edit can help', () => {
    for (const [type, status, reason] of [
      ['Accepted', 'False', 'ConditionInvalid'],
      ['Stalled', 'True', 'Conflicted'],
      ['Programmed', 'False', 'NotEnforced'],
    ] as const) {
      const programmed = condition('Programmed', 'False', 'Pending');
      expect(isSettled(policy([programmed, condition(type, status, reason)]))).toBe(true);
    }
  });
});
