import { expect, it } from 'vitest';
import { isFieldAsked } from './is-field-asked.ts';

const channel = { field: 'channel', brings: { webhook: ['config.url'] } };
const policyType = { field: 'policy_type', brings: { '': ['action'] } };
const asked = (
  path: string,
  values: Readonly<Record<string, unknown>>,
  more: { readonly value?: unknown; readonly problems?: Readonly<Record<string, string>> } = {},
): boolean =>
  isFieldAsked(path, more.value, {
    choice: path === 'action' ? policyType : channel,
    ...{ values, problems: more.problems ?? {} },
  });

it('asks for a field with the choices that give it a meaning', () => {
  expect(asked('config.url', { channel: 'webhook' })).toBe(true);
  expect(asked('config.url', { channel: 'slack' })).toBe(false);
  expect(asked('config.url', {})).toBe(false);
  expect(asked('name', {})).toBe(true);
});

it('asks for some where nothing is chosen', () => {
  expect(asked('action', {})).toBe(true);
  expect(asked('action', { policy_type: 'fallback' })).toBe(false);
});

it('shows what can be taken out, or is wrong', () => {
  const values = { channel: 'slack' };
  expect(asked('config.url', values, { value: 'https://a.example' })).toBe(true);
  expect(asked('config.url', values, { value: {} })).toBe(false);
  expect(asked('config.url', values, { problems: { 'config.url.0': 'no' } })).toBe(true);
  expect(asked('config.url', values, { problems: { 'config.urls': 'no' } })).toBe(false);
});
