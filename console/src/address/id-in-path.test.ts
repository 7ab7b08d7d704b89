import fc from 'fast-check';
import { expect, it } from 'vitest';
import { idInPath } from './id-in-path.ts';

it.each(['.', '..', '%2e%2e', '%2E', '/', '../..', '', 'a/b', 'ada@example.com'])(
  'keeps %j below what it belongs to',
  (id) => {
    expect(pathOf(id)).toMatch(/^\/api\/v1\/teams\/bait\/members\/[^/]*$/);
  },
);

it('keeps every id below what it belongs to, and two ids apart', () => {
  const id = fc.string({
    unit: fc.constantFrom('.', '/', '%', '2', 'e', 'E', '\\', '?', '#', 'ä'),
  });
  fc.assert(
    fc.property(id, id, (one, other) => {
      expect(pathOf(one).split('/')).toHaveLength(7);
      if (one !== other) expect(pathOf(one)).not.toBe(pathOf(other));
    }),
  );
});

const pathOf = (id: string): string =>
  new URL(`/api/v1/teams/bait/members/${idInPath(id)}`, 'https://aicp.example').pathname;
