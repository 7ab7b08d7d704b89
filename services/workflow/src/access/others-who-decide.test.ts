import { KeysBySection, type KnownKey } from '@aicp/api-kit/access/keys-by-section';
import { PeopleBook } from '@aicp/contracts/people/people-book';
import { describe, expect, it } from 'vitest';
import { keyOf, organizationOf, signOn } from '../testing/fragments.ts';
import type { Caller } from './caller.ts';
import { asOne } from './counts-as-one.ts';
import { othersDecide } from './others-who-decide.ts';

type Member = { readonly user: string; readonly role: 'org_admin' | 'member' };

const known = (id: string, more: Parameters<typeof keyOf>[1] = {}): KnownKey => ({
  ...keyOf(id, more),
  uid: `uid-of-${id}`,
  ends: new Map(),
});

const boss = known('boss', { role: 'org_admin' });
const root = known('root', { role: 'platform_admin', organization: undefined });

type Who = Pick<Caller, 'delegator' | 'role' | 'user'>;

/** The holder of a key of acme, or of the platform. */
const holder = (key: KnownKey): Who => ({
  delegator: { type: 'key', uid: key.uid, generation: 0 },
  role: key.role,
  user: key.user,
});

interface More {
  readonly members?: Member[];
  readonly approvers?: string[];
  readonly organization?: string;
}

/** Whether others than somebody could decide for what they started, where there are these keys. */
function othersThan(who: Who, keys: readonly KnownKey[], more: More = {}): boolean {
  const { members = [], approvers = null, organization = 'acme' } = more;
  const acme = { ...organizationOf('acme'), members };
  const book = new KeysBySection([keys], undefined);
  return othersDecide(asOne(who, book), {
    ...{ caller: who, approvers },
    execution: { organization, organization_uid: organization && acme.source.uid },
    known: { keys: book, people: new PeopleBook([acme], []) },
  });
}

/** Whether others than the first of these keys could decide. */
const others = (keys: readonly KnownKey[], more: More = {}) =>
  othersThan(holder(keys[0]!), keys, more);

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
    const ann: Who = { delegator: person, role: 'org_admin' };
    expect(othersThan(ann, keys, { members })).toBe(false);
    const ada: Who = { delegator: { ...person, user: 'ada' }, role: 'org_admin' };
    expect(othersThan(ada, keys, { members })).toBe(true);
  });

  it('goes by whom the step names, where it names somebody', () => {
    const deputy = known('deputy', { role: 'org_admin' });
    expect(others([boss], { approvers: ['boss', 'ann'] })).toBe(true);
    expect(others([boss, deputy], { approvers: ['boss'] })).toBe(false);
    expect(others([boss, root], { approvers: ['boss', 'root'] })).toBe(true);
    expect(others([root], { approvers: ['root'] })).toBe(false);
  });

  it('takes who made a key as a person, or rotated it last, for its holder', () => {
    const person = { type: 'person', organization: 'acme', user: 'ann', signOn } as const;
    const ann: Who = { delegator: person, role: 'org_admin' };
    const members: Member[] = [{ user: 'ann', role: 'org_admin' }];
    const given = (person: string) => ({ givenTo: { person, role: 'org_admin' as const } });
    const made = known('made', { role: 'org_admin', ...given('ann') });
    expect(othersThan(ann, [made], { members })).toBe(false);
    expect(othersThan(holder(made), [made], { members })).toBe(false);
    const other = known('other', { role: 'org_admin', ...given('ann') });
    expect(others([made, other])).toBe(false);
    expect(others([made, known('bobs', { role: 'org_admin', ...given('bob') })])).toBe(true);
    const byRoot = { givenTo: { person: 'root', role: 'platform_admin' as const } };
    const one = known('one', { role: 'org_admin', ...byRoot });
    expect(others([one, known('two', { role: 'org_admin', ...byRoot })])).toBe(true);

    const givenTo = { key: 'boss', uid: boss.uid, role: 'org_admin' as const };
    const rotated = known('rotated', { role: 'org_admin', givenTo });
    expect(others([boss, rotated])).toBe(false);
    const second = known('second', { role: 'org_admin', madeBy: { key: 'boss', uid: boss.uid } });
    const bySecond = { key: 'second', uid: second.uid, role: 'org_admin' as const };
    expect(others([boss, second, known('far', { role: 'org_admin', givenTo: bySecond })])).toBe(
      false,
    );
    // The platform has rotated it since.
    const byPlatform = { key: 'root', uid: root.uid, role: 'platform_admin' as const };
    expect(others([boss, root, { ...rotated, givenTo: byPlatform }])).toBe(true);
  });

  it('takes keys that come from one another for one, and an administrator for the keys they made', () => {
    const madeBy = { key: 'boss', uid: boss.uid };
    const second = known('second', { role: 'org_admin', madeBy });
    const third = known('third', { role: 'org_admin', madeBy: { key: 'second' } });
    const bot = known('bot', { madeBy });
    expect(others([boss, second, third])).toBe(false);
    expect(others([third, boss, second])).toBe(false);
    expect(others([bot, boss, second, third])).toBe(false);
    expect(others([bot, boss, known('deputy', { role: 'org_admin' })])).toBe(true);
  });

  it('does not take two for one whose keys one administrator made', () => {
    const madeBy = { key: 'root', uid: root.uid };
    const ada = known('ada', { role: 'org_admin', madeBy });
    const bob = known('bob', { role: 'org_admin', madeBy });
    expect(others([ada, bob, root])).toBe(true);
  });
});
