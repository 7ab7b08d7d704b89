import { expect, it } from 'vitest';
import { returnPath } from './return-path.ts';

it.each([
  ['/teams/research?tab=keys&org=acme', '/teams/research?tab=keys&org=acme'],
  ['/teams/../models', '/models'],
  ['/', '/'],
])('goes back to %s', (wanted, path) => {
  expect(returnPath(wanted)).toBe(path);
});

it.each([
  ...[
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
  ],
  ...['https://evil.example', 'javascript:alert(1)', 'teams', '', '/x/..//evil.example'],
  ...['/login', '/login?return_to=/login', undefined],
])('goes to the first page where an address says %j', (wanted) => {
  expect(returnPath(wanted)).toBe('/');
});
