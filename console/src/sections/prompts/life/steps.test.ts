import { expect, it } from 'vitest';
import type { PromptState } from '../prompt/prompt.ts';
import { stepsFrom } from './steps.ts';

const actions = (status: PromptState, permissions: readonly string[], isTextApproved?: boolean) =>
  stepsFrom({ status, is_text_approved: isTextApproved }, permissions).map(({ action }) => action);

it('leads from draft to review, and from there on or back', () => {
  const all = ['prompts:write', 'prompts:approve'];
  expect(actions('draft', all)).toEqual(['Hand in for review']);
  expect(actions('in_review', all)).toEqual(['Send back', 'Approve']);
  expect(actions('approved', all)).toEqual(['Archive']);
  expect(actions('archived', all)).toEqual([]);
});

it('hands in a text that nobody approved, though its prompt is', () => {
  const all = ['prompts:write', 'prompts:approve'];
  expect(actions('approved', all, false)).toEqual(['Hand in for review', 'Archive']);
  expect(actions('approved', all, true)).toEqual(['Archive']);
  expect(actions('draft', all, false)).toEqual(['Hand in for review']);
});

it('offers nothing that somebody may not do', () => {
  expect(actions('in_review', ['prompts:write'])).toEqual([]);
  expect(actions('draft', ['prompts:read'])).toEqual([]);
});
