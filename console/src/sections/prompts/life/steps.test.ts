import { expect, it } from 'vitest';
import { stepsFrom } from './steps.ts';

const actions = (...[state, permissions]: Parameters<typeof stepsFrom>) =>
  stepsFrom(state, permissions).map(({ action }) => action);

it('leads from draft to review, and from there on or back', () => {
  const all = ['prompts:write', 'prompts:approve'];
  expect(actions('draft', all)).toEqual(['Hand in for review']);
  expect(actions('in_review', all)).toEqual(['Send back', 'Approve']);
  expect(actions('approved', all)).toEqual(['Archive']);
  expect(actions('archived', all)).toEqual([]);
});

it('offers nothing that somebody may not do', () => {
  expect(actions('in_review', ['prompts:write'])).toEqual([]);
  expect(actions('draft', ['prompts:read'])).toEqual([]);
});
