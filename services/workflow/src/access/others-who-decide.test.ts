import { KeysBySection, type KnownKey } from '@aicp/api-kit/access/keys-by-section';
import { PeopleBook } from '@aicp/contracts/people/people-book';
import { describe, expect, it } from 'vitest';
import { keyOf, organizationOf, signOn } from '../testing/fragments.ts';
import { callerOfKey, callerOfPerson } from './caller.ts';
import { othersDecide } from './others-who-decide.ts';

type More = Parameters<typeof keyOf>[1];
type Member = { readonly user: string; readonly role: 'org_admin' | 'member' };

const known = (id: string, more: More = {}): KnownKey => ({
  ...keyOf(id, more),
  uid: `uid-of-${id}`,
  ends: new Map(),
});

const boss = known('boss', { role: 'org_admin' });
const root = known('root', { role: 'platform_admin', organization: undefined });

const about = (
  keys: readonly KnownKey[],
  {
    members = [],
    approvers = null,
    organization = 'acme',
  }: { members?: Member[]; approvers?: string[] | null; organization?: string } = {},
) => ({
  execution: { organization },
  approvers,
  known: {
    keys: new KeysBySection([keys], undefined),
    people: new PeopleBook([{ ...organizationOf('acme'), members }], []),
  },
});

/** Whether others than the first of these keys could decide. */
const others = (keys: readonly KnownKey[], more: Parameters<typeof about>[1] = {}) =>
  othersDecide(callerOfKey(keys[0]!), about(keys, more));

describe('whether somebody else could decide', () => {
  it('is no for the only administrator, whoever else there is', () => {
    const member = known('bot');
    const stranger = known('stranger', { role: 'org_admin', organization: 'other' });
    const members: Member[] = [{ user: 'ann', role: 'member' }];
    expect(others([boss, member, stranger, root], { members })).toBe(false);
    expect(others([root, member], { organization: '' })).toBe(false);
  });

  it('is yes for another key, a blocked one too, and for a person who is an administrator', () => {
    const deputy = known('deputy', { role: 'org_admin', blocked: true });
    expect(others([boss, deputy])).toBe(true);
    expect(others([boss], { members: [{ user: 'ann', role: 'org_admin' }] })).toBe(true);
    expect(others([root, boss])).toBe(true);
    expect(others([root, known('second', { role: 'platform_admin' })])).toBe(true);
  });

  it('takes the keys of one person for that person', () => {
    const own = known('one', { role: 'org_admin', user: 'ann' });
    const keys = [own, known('two', { role: 'org_admin', user: 'ann' })];
    const members: Member[] = [{ user: 'ann', role: 'org_admin' }];
    expect(others(keys, { members })).toBe(false);
    const person = { type: 'person', organization: 'acme', user: 'ann', signOn } as const;
    const ann = callerOfPerson(person, 'org_admin');
    expect(othersDecide(ann, about(keys, { members }))).toBe(false);
  });

  it('goes by whom the step names, where it names somebody', () => {
    const deputy = known('deputy', { role: 'org_admin' });
    expect(others([boss], { approvers: ['boss', 'ann'] })).toBe(true);
    expect(others([boss, deputy], { approvers: ['boss'] })).toBe(false);
  });
});
