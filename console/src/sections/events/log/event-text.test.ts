import { expect, it } from 'vitest';
import { eventText, subjectText } from './event-text.ts';

it.each([
  ['abtest.rolled_back', 'A/B test rolled back'],
  ['budget.exceeded', 'Budget exceeded'],
  ['sla.*', 'Every SLA event'],
  ['budget.*', 'Every budget event'],
  ['other', 'Other'],
])('calls events of type %s %s', (type, text) => {
  expect(eventText(type)).toBe(text);
});

it.each([
  ['ABTest/is-lite-enough', 'A/B test is-lite-enough'],
  ['Model/a/b', 'Model a/b'],
  ['gateway-0', 'gateway-0'],
  ['constructor/a', 'constructor/a'],
])('says of %s that it is about %s', (subject, text) => {
  expect(subjectText(subject)).toBe(text);
});
