import { expect, it } from 'vitest';
import { choiceText } from './choice-text.ts';

it.each([
  ['cost_center', 'Cost center'],
  ['member', 'Member'],
  ['org_admin', 'Organization administrator'],
  ['pagerduty', 'PagerDuty'],
  ['7d', '7 days'],
  ['constructor', 'Constructor'],
])('calls %s %s', (value, text) => {
  expect(choiceText(value)).toBe(text);
});
