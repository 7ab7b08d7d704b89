import type { BudgetScope } from '@aicp/contracts/spend/spend-subject';
import { MOST_SPENDING, type ObjectSpend } from '@aicp/contracts/poll/spend-report';
import type { Source } from '@aicp/contracts/snapshot/sections/kit/section';
import type { Standing } from '../spend/standing.ts';
import type { AllStandings } from '../spend/standings.ts';

/** What each object has spent: budgets and accounts with a limit first, then accounts without one that spent anything this month. */
export function spendOfObjects(now: AllStandings): ObjectSpend[] {
  const limited = [...now.byId.values()].flatMap(ofLimit);
  const uids = new Set(limited.map(({ uid }) => uid));
  const others = ofAccounts(now).filter(({ uid }) => !uids.has(uid));
  return [...limited, ...others].slice(0, MOST_SPENDING);
}

const KINDS = ['Budget', 'APIKey', 'Team', 'BusinessUnit', 'Organization'] as const;

const kindOf = ({ kind }: Source): ObjectSpend['kind'] | undefined =>
  KINDS.find((one) => one === kind);

const LONGEST_OF = 500;

function ofLimit(standing: Standing): ObjectSpend[] {
  const { limit, thresholds, spent, reserved, room, status, period, subject } = standing;
  const { source, value } = limit;
  const kind = kindOf(source);
  if (kind === undefined) return [];
  const of = value === undefined ? subject?.value : undefined;
  return [
    {
      ...{ kind, name: source.name, uid: source.uid },
      limit: String(thresholds.limit),
      spent: String(spent),
      reserved: String(reserved),
      ...(room === undefined ? {} : { room: String(room) }),
      ...(of === undefined ? {} : { of: of.slice(0, LONGEST_OF) }),
      resets_at: new Date(period.endsMs).toISOString(),
      status,
    },
  ];
}

interface Account {
  readonly source: Source;
  readonly id: string;
  readonly organization?: string | undefined;
}

function ofAccounts({ known, figures }: AllStandings): ObjectSpend[] {
  const { keys, teams, businessUnits, organizations } = known;
  const accounts: readonly (readonly [BudgetScope, Iterable<Account>])[] = [
    ['organization', organizations],
    ['business_unit', businessUnits],
    ['team', teams.values()],
    ['key', keys.all()],
  ];
  const resets_at = new Date(figures.periods.month.endsMs).toISOString();
  return accounts.flatMap(([scope, all]) =>
    [...all].flatMap(({ source, id, organization }) => {
      const kind = kindOf(source);
      const spent = figures.spent({ scope, organization, value: id }, 'month');
      if (kind === undefined || spent === 0n) return [];
      const object = { kind, name: source.name, uid: source.uid, limit: null };
      return [{ ...object, spent: String(spent), reserved: '0', resets_at, status: 'ok' as const }];
    }),
  );
}
