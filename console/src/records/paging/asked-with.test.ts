import { expect, it } from 'vitest';
import { askedWith } from './asked-with.ts';

const ROLE = {
  ...({ kind: 'choice', name: 'role', title: 'Role' } as const),
  options: [
    { value: 'org_admin', label: 'Administrator', also: ['admin'] },
    { value: 'member', label: 'Member' },
  ],
};

it('asks with all words for a choice, and with what was typed as it is', () => {
  expect(askedWith({ role: 'org_admin', user: 'ada' }, [ROLE])).toEqual({
    ...{ role: ['org_admin', 'admin'], user: 'ada' },
  });
  expect(askedWith({ role: 'member' }, [ROLE])).toEqual({ role: 'member' });
  expect(askedWith({ role: 'unknown' }, [ROLE])).toEqual({ role: 'unknown' });
});
