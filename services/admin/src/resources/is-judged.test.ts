import { expect, it } from 'vitest';
import { isJudged } from './is-judged.ts';
import type { StoredObject } from './stored-object.ts';

const object = (status?: object): StoredObject => ({
  ...{ apiVersion: 'aicp.dev/v1alpha1', kind: 'Team', metadata: { name: 'a' }, spec: {} },
  ...(status ? { status: { ...status } } : {}),
});
const programmed = (reason: string) => [
  { type: 'Accepted', reason: 'Accepted' },
  { type: 'Programmed', reason },
];

it.each([
  ['has no status yet', undefined, false],
  [
    'was looked at before that write',
    { observedGeneration: 1, conditions: programmed('Programmed') },
    false,
  ],
  ['waits for replicas', { observedGeneration: 2, conditions: programmed('Pending') }, false],
  ['has no such condition', { observedGeneration: 2, conditions: [] }, false],
  ['is in force', { observedGeneration: 2, conditions: programmed('Programmed') }, true],
  ['was refused', { observedGeneration: 2, conditions: programmed('NotAccepted') }, true],
  [
    'was looked at after another write',
    { observedGeneration: 3, conditions: programmed('NoReplicas') },
    true,
  ],
])('what has become of an object is known where it %s', (_, status, expected) => {
  expect(isJudged(object(status), 2)).toBe(expected);
});
