import { expect, it } from 'vitest';
import { checkText, type DeprecationCheck } from './deprecation-check.ts';

const check = (more: Partial<DeprecationCheck>): DeprecationCheck => ({
  ...{ status: 'announced', replacement_model: 'new', deprecation_date: '2026-12-01' },
  ...{ sunset_date: '2027-03-01', days_until_sunset: 96, auto_reroute: true, message: null },
  ...more,
});

it('says from when, until when, and what then', () => {
  expect(checkText(check({}))).toEqual({
    title: 'Its end is announced',
    text: 'It is not to be used from 2026-12-01 on. It ends on 2027-03-01. Requests for it are answered by new then.',
  });
});

it('says that requests are refused where nothing takes them', () => {
  expect(checkText(check({ status: 'sunset', auto_reroute: false })).text).toBe(
    'Requests for it are refused then, and told to use new.',
  );
  expect(checkText(check({ status: 'sunset', replacement_model: null })).text).toBe(
    'Requests for it are refused then.',
  );
});

it('says where no day is set', () => {
  expect(checkText(check({ status: 'deprecated', sunset_date: null })).text).toBe(
    'No day is set on which it ends.',
  );
});
