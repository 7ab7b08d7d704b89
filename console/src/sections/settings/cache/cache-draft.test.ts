import { expect, it } from 'vitest';
import { ApiProblem } from '../../../api/problem.ts';
import {
  CACHE_NUMBERS,
  changedMeanwhile,
  changeOf,
  draftOf,
  lacksNumber,
  problemOf,
  type CacheNumber,
  type CacheSettings,
} from './cache-draft.ts';

const settings: CacheSettings = {
  ...{ is_enabled: false, scope: 'team', ttl_seconds: 3600, max_temperature: 0.5 },
  ...{ max_bytes: 67_108_864, max_answer_bytes: 65_536, epoch: 2, organization_epochs: {} },
  semantic: null,
};
const draft = draftOf(settings);
const numberOf = (field: CacheNumber) => {
  const found = CACHE_NUMBERS.find((one) => one.field === field);
  if (!found) throw new Error(`no number ${field}`);
  return found;
};

it('shows memory in MiB, answers in KiB, and a temperature as it is', () => {
  expect(draft).toEqual({
    ...{ is_enabled: false, scope: 'team', ttl_seconds: 3600, max_temperature: 0.5 },
    ...{ max_bytes: 64, max_answer_bytes: 64, model: '', threshold: 0.95 },
  });
});

it('sends nothing where nothing was changed, also of sizes that are no whole units', () => {
  const odd = { ...settings, max_bytes: 67_108_865, max_answer_bytes: 65_537 };
  expect(changeOf(odd, draftOf(odd))).toEqual({});
  expect(changeOf(settings, draftOf(odd))).toEqual({
    max_bytes: 67_108_865,
    max_answer_bytes: 65_537,
  });
});

it('sends what was changed in the units of the API, and fractions as texts', () => {
  const changed = { ...draft, is_enabled: true, max_bytes: 1.5, max_temperature: 0.7 } as const;
  expect(changeOf(settings, changed)).toEqual({
    ...{ is_enabled: true, max_bytes: 1_572_864, max_temperature: '0.7' },
  });
  expect(changeOf(settings, { ...draft, max_temperature: 1 })).toEqual({ max_temperature: 1 });
});

it('says at each number what is wrong with it', () => {
  const errors = [{ path: 'cache.ttl_seconds', message: 'must be at least 1' }];
  const error = new ApiProblem(422, { errors });
  expect(problemOf(numberOf('ttl_seconds'), draft, error)).toBe('must be at least 1');
  expect(problemOf(numberOf('max_bytes'), draft, error)).toBeUndefined();
  expect(lacksNumber(draft)).toBe(false);
  const emptied = { ...draft, max_bytes: '' } as const;
  expect(problemOf(numberOf('max_bytes'), emptied, error)).toBe('Write a number.');
  expect(changeOf(settings, emptied)).toEqual({});
  expect(lacksNumber(emptied)).toBe(true);
});

it('takes a number that is still typed for what it is by now', () => {
  expect(changeOf(settings, { ...draft, max_temperature: '0.' })).toEqual({ max_temperature: 0 });
  expect(changeOf(settings, { ...draft, max_temperature: '0.50' })).toEqual({});
  expect(lacksNumber({ ...draft, max_temperature: '.' })).toBe(true);
});

it('sends the model for alike questions with its threshold, and null where it is taken away', () => {
  const on = changeOf(settings, { ...draft, model: ' embed ', threshold: 0.97 });
  expect(on).toEqual({ semantic: { model: 'embed', threshold: '0.97' } });
  const set = {
    ...settings,
    semantic: { model: 'embed', threshold: 0.97, max_bytes: 1, problem: null },
  };
  expect(draftOf(set)).toMatchObject({ model: 'embed', threshold: 0.97 });
  expect(changeOf(set, draftOf(set))).toEqual({});
  expect(changeOf(set, { ...draftOf(set), model: '' })).toEqual({ semantic: null });
});

it('knows whether somebody else changed a field that was typed in', () => {
  const theirs = { ...settings, ttl_seconds: 555 };
  expect(changedMeanwhile(settings, theirs, { ttl_seconds: 999 })).toBe(true);
  expect(changedMeanwhile(settings, theirs, { scope: 'key' })).toBe(false);
  expect(changedMeanwhile(settings, { ...theirs, epoch: 3 }, {})).toBe(false);
});
