import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pathWithin, returnPath } from './return-path.ts';

const BASES = ['https://host.example/', 'https://host.example/aicp/auth/oidc/acme/callback'];

it.each(['/', '/teams/research?tab=keys', '/models/gpt-4.1#prices', '/search?q=%2F%2Fx', '/a%20b'])(
  'takes %s',
  (path) => {
    expect(returnPath.parse(path)).toBe(path);
  },
);

it.each([
  ...[
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
  ],
  ...['https://evil.example', 'javascript:alert(1)', 'data:text/html,x', 'docs', '', '?a=b'],
  ...['/%2fevil.example', '/%2F%2Fevil.example', '/%5cevil.example', '/%09/evil.example'],
  ...[
    '/./%2fevil.example',
    '/x/..//evil.example',
    '/.//evil.example',
    '/%2e%2e//evil.example',
    '/%zz',
  ],
])('refuses %j', (path) => {
  expect(returnPath.safeParse(path).success).toBe(false);
});

it('never leads away, with the prefix before it or without, decoded once more or not', () => {
  const part = fc.constantFrom(
    ...[
      '/',
      '//',
      '\\',
      '%2f',
      '%2F',
      '%5c',
      '%09',
      '\t',
      '\n',
      '.',
      '..',
      '%2e',
      '@',
      ':',
      '?',
      '#',
    ],
    ...[
      'aicp',
      '/aicp',
      'evil.example',
      'https:',
      'javascript:',
      'x',
      '%',
      '%25',
      '%252f',
      '[',
      ']',
    ],
  );
  const path = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(
      fc.oneof(
        path,
        path.map((text) => `/${text}`),
      ),
      (text) => {
        const parsed = returnPath.safeParse(text);
        if (!parsed.success) return;
        for (const prefix of ['', '/aicp']) {
          const location = `${prefix}${pathWithin(parsed.data, prefix)}`;
          for (const form of [location, decodeURIComponent(location)]) {
            for (const base of BASES) {
              const { origin, pathname } = new URL(form, base);
              expect(origin).toBe('https://host.example');
              expect(pathname.startsWith('//')).toBe(false);
            }
          }
        }
      },
    ),
    { numRuns: 5000 },
  );
});
