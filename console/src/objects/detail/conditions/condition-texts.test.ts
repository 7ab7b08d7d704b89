// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { conditionText, observedText, readable } from './condition-texts.ts';

test('says in words whether a condition holds, and how good that is', () => {
  expect(conditionText({ type: 'Ready', status: 'True' })).toEqual({
    status: 'Ready',
    tone: 'good',
  });
  expect(conditionText({ type: 'Programmed', status: 'False' })).toEqual({
    status: 'Not on every replica',
    tone: 'bad',
  });
});

test('calls conditions good that say that something bad is not there', () => {
  expect(conditionText({ type: 'Exceeded', status: 'False' })).toEqual({
    status: 'Within the limit',
    tone: 'good',
  });
  expect(conditionText({ type: 'Exceeded', status: 'True' }).tone).toBe('bad');
});

test('does not call it an error that this version acts on a part only', () => {
  expect(conditionText({ type: 'Enforced', status: 'False' })).toEqual({
    status: 'Not enforced in full',
    tone: 'quiet',
  });
});

test('says that nothing is known', () => {
  expect(conditionText({ type: 'Healthy', status: 'Unknown' })).toEqual({
    status: 'Healthy: not known',
    tone: 'waiting',
  });
});

test('reads out a condition that it does not know', () => {
  expect(conditionText({ type: 'CertificateValid', status: 'True' })).toEqual({
    status: 'Certificate valid: yes',
    tone: 'quiet',
  });
  expect(readable('NearLimit')).toBe('Near limit');
});

test('says whether a condition speaks of the last change', () => {
  expect(observedText({ observedGeneration: 4 }, 5)).toBe(
    'Of generation 4 of 5: it may not hold for the last change',
  );
  expect(observedText({ observedGeneration: 5 }, 5)).toBe('Of generation 5, the last change');
  expect(observedText({ observedGeneration: 5 }, undefined)).toBe('Of generation 5');
  expect(observedText({ observedGeneration: -1 }, 1)).toBe('From before anybody looked at it');
  expect(observedText({}, 1)).toBeUndefined();
});
