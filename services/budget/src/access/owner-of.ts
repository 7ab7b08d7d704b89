import type { SpendSubject } from '@aicp/contracts/spend/spend-subject';
import type { Known } from '../snapshot/budget-directory.ts';
import type { MoneyLimit } from '../snapshot/money-limit.ts';
import type { SpendOwner } from './reader.ts';

const NOBODY: SpendOwner = { organization: '', team: '', user: '', key: '' };

/** Whom a limit is about, or what one subject spent of it. */
export function ownerOf(
  limit: MoneyLimit,
  subject: SpendSubject | undefined,
  known: Known,
): SpendOwner {
  const value = subject?.value ?? limit.value ?? '';
  const place = PLACES[limit.scope]?.(value, known) ?? {};
  const organization = limit.organization ?? subject?.organization;
  return { ...NOBODY, ...place, ...(organization === undefined ? {} : { organization }) };
}

/** Where what a scope is about belongs. */
const PLACES: Readonly<
  Partial<Record<string, (value: string, known: Known) => Partial<SpendOwner>>>
> = {
  organization: (organization) => ({ organization }),
  business_unit: (id, { businessUnits }) => ({
    organization: businessUnits.find((unit) => unit.id === id)?.organization ?? '',
  }),
  team: (team, { teams }) => ({ organization: teams.get(team)?.organization ?? '', team }),
  user: (user) => ({ user }),
  key: (id, { keyOfId }) => {
    const { organization = '', team = '', user = '' } = keyOfId(id) ?? {};
    return { organization, team, user, key: id };
  },
};
