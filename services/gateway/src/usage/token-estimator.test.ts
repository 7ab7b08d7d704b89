import { expect, it } from 'vitest';
import { TokenEstimator } from './token-estimator.ts';

it('begins with four characters a token', () => {
  const estimator = new TokenEstimator();
  expect(estimator.tokensOf('m', 400)).toBe(100);
  expect(estimator.tokensOf('m', 401)).toBe(101);
  expect(estimator.tokensOf('m', 0)).toBe(0);
});

it('learns each model’s own ratio from what its provider counted', () => {
  const estimator = new TokenEstimator();
  for (let turn = 0; turn < 200; turn += 1) {
    estimator.learnPrompt('dense', 2000, 1000);
    estimator.learnAnswer('wide', 6000, 1000);
  }
  expect(estimator.tokensOf('dense', 1000)).toBeGreaterThan(480);
  expect(estimator.tokensOf('wide', 1000)).toBeLessThan(180);
  expect(estimator.tokensOf('other', 1000)).toBe(250);
});

it('is not led to absurd ratios by pictures and hidden text', () => {
  const estimator = new TokenEstimator();
  for (let turn = 0; turn < 500; turn += 1) {
    estimator.learnPrompt('pictures', 10, 5000);
    estimator.learnAnswer('odd', 100_000, 10);
  }
  expect(estimator.tokensOf('pictures', 100)).toBe(100);
  expect(estimator.tokensOf('odd', 100)).toBe(10);
});

it('expects an answer like those before, within the limit', () => {
  const estimator = new TokenEstimator();
  expect(estimator.expectedAnswer('m', 50)).toBe(50);
  for (let turn = 0; turn < 500; turn += 1) estimator.learnAnswer('m', 0, 20);
  expect(estimator.expectedAnswer('m', undefined)).toBe(20);
  expect(estimator.expectedAnswer('m', 7)).toBe(7);
});

it('forgets models that are gone', () => {
  const estimator = new TokenEstimator();
  for (let turn = 0; turn < 200; turn += 1) estimator.learnPrompt('gone', 100, 100);
  estimator.keepOnly((model) => model !== 'gone');
  expect(estimator.tokensOf('gone', 400)).toBe(100);
});

it('is not led astray by one absurd count', () => {
  const estimator = new TokenEstimator();
  estimator.learnPrompt('m', 400, 1e12);
  estimator.learnAnswer('m', 400, 1e12);
  expect(estimator.expectedAnswer('m', undefined)).toBeLessThan(5000);
  for (let turn = 0; turn < 50; turn += 1) estimator.learnPrompt('m', 400, 100);
  expect(estimator.tokensOf('m', 400)).toBeLessThan(120);
});
