import fc from 'fast-check';
import { expect, it } from 'vitest';
import { prefixOf, withoutPrefix } from './path-prefix.ts';

it.each([
  [undefined, ''],
  ['https://host.example', ''],
  ['https://host.example/', ''],
  ['https://host.example/aicp', '/aicp'],
  ['https://host.example/tools/aicp//', '/tools/aicp'],
])('is of the address %s the path %j', (address, prefix) => {
  expect(prefixOf(address)).toBe(prefix);
});

it.each([
  ['/aicp/api/v1/teams?limit=1', '/api/v1/teams?limit=1'],
  ['/api/v1/teams', '/api/v1/teams'],
  ['/aicp', '/'],
  ['/aicp/', '/'],
  ['/aicp?a=b', '/?a=b'],
  ['/aicpx/docs', '/aicpx/docs'],
  ['/AICP/docs', '/AICP/docs'],
])('takes the prefix off %s and leaves %s', (path, rest) => {
  expect(withoutPrefix(path, '/aicp')).toBe(rest);
});

it('takes off what was put before any path', () => {
  const path = fc.webPath().map((text) => `/${text}`);
  fc.assert(
    fc.property(path, (text) => {
      expect(withoutPrefix(`/aicp${text}`, '/aicp')).toBe(text);
      expect(withoutPrefix(text, '')).toBe(text);
    }),
  );
});
