import { expect, it } from 'vitest';
import { crumbsOf } from './crumbs-of.ts';

const organizations = { title: 'Organizations', path: '/organizations', tabs: [] };
const limits = {
  ...{ title: 'Rate Limits', path: '/rate-limits' },
  tabs: [
    { title: 'Policies', path: '/rate-limits' },
    { title: 'Check a request', path: '/rate-limits/_check' },
  ],
};

it.each(['/organizations', '/models'])('has none at %s', (pathname) => {
  expect(crumbsOf(organizations, pathname)).toEqual([]);
});

it('has none on a tab of the section', () => {
  expect(crumbsOf(limits, '/rate-limits/_check')).toEqual([]);
});

it('leads to the list that an object is on', () => {
  expect(crumbsOf(limits, '/rate-limits/a%2Fb')).toEqual([
    { title: 'Rate Limits: Policies', path: '/rate-limits' },
    {
      ...{ title: 'a/b', path: '/rate-limits/a%2Fb' },
      object: { collection: '/api/v1/rate-limits', id: 'a/b' },
    },
  ]);
});

it('names every step to what belongs to an object', () => {
  expect(crumbsOf(organizations, '/organizations/acme/business-units/_new')).toEqual([
    { title: 'Organizations', path: '/organizations' },
    {
      ...{ title: 'acme', path: '/organizations/acme' },
      object: { collection: '/api/v1/organizations', id: 'acme' },
    },
    { title: 'Business units', path: '/organizations/acme/business-units' },
    { title: 'New', path: '/organizations/acme/business-units/_new' },
  ]);
});

it('shows an address that cannot be decoded as it stands', () => {
  expect(crumbsOf(organizations, '/organizations/%E0%A4')[1]?.title).toBe('%E0%A4');
});
