import { expect, it } from 'vitest';
import { differencesOf, stateOf, type ServerPreview } from './preview.ts';

const server = (more: Partial<ServerPreview> = {}): ServerPreview => ({
  ...{ id: 'search', reachable: true, message: '' },
  ...{ changed: [], missing: [], unapproved: [] },
  ...more,
});

it('says of a server that does not answer why', () => {
  const silent = server({ reachable: false, message: 'It does not answer.' });
  expect(stateOf(silent).label).toBe('Does not answer');
  expect(differencesOf(silent)).toEqual(['It does not answer.']);
});

it('says first what is out of service', () => {
  const changed = server({ changed: ['find'], missing: ['gone'], unapproved: ['other'] });
  expect(stateOf(changed).label).toBe('Changed');
  expect(differencesOf(changed)).toEqual([
    'Out of service until approved: find',
    'Named, and not listed any more: gone',
    'Any definition is taken: other',
  ]);
});

it('says that nothing differs', () => {
  expect(stateOf(server()).label).toBe('As approved');
  expect(differencesOf(server())).toEqual(['Nothing: each tool is as it was approved.']);
});

it('names some of many tools, and how many more there are', () => {
  const names = Array.from({ length: 30 }, (_, index) => `t${index}`);
  const [text] = differencesOf(server({ unapproved: names }));
  expect(text).toBe('Any definition is taken: t0, t1, t2, t3, t4, t5, t6, t7 and 22 more');
});
