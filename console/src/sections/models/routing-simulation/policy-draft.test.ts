import { expect, it } from 'vitest';
import { createBodyOf, draftOf, fieldsOf, NEW_DRAFT, simulatedPolicyOf } from './policy-draft.ts';

const STORED = {
  ...{ id: 'p', name: 'P', action: 'permit', condition: 'team == a', target_models: ['m'] },
  priority: 5,
};

it('says what the policy says, until somebody changes it', () => {
  expect(simulatedPolicyOf(draftOf(STORED))).toEqual({
    ...{ id: 'p', name: 'P', action: 'permit', condition: 'team == a', target_models: ['m'] },
    priority: 5,
  });
});

it('takes away what was emptied', () => {
  expect(fieldsOf({ ...draftOf(STORED), condition: ' ', targets: [] })).toMatchObject({
    ...{ condition: null, target_models: null },
  });
});

it('tries out that a policy is gone', () => {
  expect(simulatedPolicyOf({ ...draftOf(STORED), isRemoved: true })).toEqual({
    ...{ id: 'p', remove: true },
  });
});

it('leaves out of a new one what says nothing', () => {
  expect(createBodyOf({ ...NEW_DRAFT, organization: 'acme' })).toEqual({
    ...{ name: 'New policy', action: 'deny', priority: 0, organization_id: 'acme' },
  });
});
