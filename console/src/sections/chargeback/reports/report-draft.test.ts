import { expect, it } from 'vitest';
import { bodyOf, problemOf, type ReportDraft } from './report-draft.ts';

const month: ReportDraft = {
  ...{ kind: 'month', month: '2026-02', first: '', last: '', name: ' ', organization: '' },
};
const days: ReportDraft = {
  ...{ kind: 'days', month: '', first: '2026-02-01', last: '2026-02-15' },
  ...{ name: ' Half ', organization: 'acme' },
};

it('asks for a month', () => {
  expect(bodyOf(month)).toEqual({ period: '2026-02' });
});

it('asks for days, by a name, of an organization', () => {
  expect(bodyOf(days)).toEqual({
    ...{ period_start: '2026-02-01', period_end: '2026-02-15' },
    ...{ name: 'Half', organization_id: 'acme' },
  });
});

it('says what is missing', () => {
  expect(problemOf(month)).toBeUndefined();
  expect(problemOf(days)).toBeUndefined();
  expect(problemOf({ ...month, month: '' })).toBe('Choose a month.');
  expect(problemOf({ ...days, last: '' })).toBe('Choose the first and the last day.');
  expect(problemOf({ ...days, last: '2026-01-31' })).toBe('The last day is before the first.');
});
