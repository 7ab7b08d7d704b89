// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { actionText, fieldsOf, pathTitle, sourceText } from './history-texts.ts';

test('tells the fields that changed, with before and after', () => {
  const changes = {
    before: { spec: { maxBudget: 10, name: 'A', limits: { rpm: 1 } } },
    after: { spec: { maxBudget: 20, name: 'A', limits: { rpm: 1, tpm: 5 } } },
  };
  expect(fieldsOf({ changes })).toEqual([
    { path: 'spec.maxBudget', before: 10, after: 20 },
    { path: 'spec.limits.tpm', before: undefined, after: 5 },
  ]);
});

test('tells every field of what was created', () => {
  const changes = { before: null, after: { spec: { name: 'A' } } };
  expect(fieldsOf({ changes })).toEqual([{ path: 'spec.name', before: undefined, after: 'A' }]);
});

test('tells of no field that holds nothing', () => {
  const changes = { before: null, after: { labels: {}, spec: { name: 'A' } } };
  expect(fieldsOf({ changes })).toEqual([{ path: 'spec.name', before: undefined, after: 'A' }]);
  expect(fieldsOf({ changes: { before: { labels: { a: '1' } }, after: { labels: {} } } })).toEqual([
    { path: 'labels.a', before: '1', after: undefined },
  ]);
  expect(fieldsOf({ changes: {} })).toEqual([]);
  expect(fieldsOf({ changes: null })).toEqual([]);
});

test('calls fields, actions and ways as people do', () => {
  expect(pathTitle('spec.maxBudget')).toBe('Max budget');
  expect(pathTitle('spec.config.targetModels')).toBe('Config · Target models');
  expect(actionText('update')).toBe('Changed');
  expect(actionText('submit_review')).toBe('Submit review');
  expect(sourceText('gitops')).toBe('from Git');
});
