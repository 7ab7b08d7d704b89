import { spendOf } from '@aicp/budget/leases/spend-of-batch';
import { LimitBook } from '@aicp/budget/snapshot/limit-book';
import { limitOfBudget } from '@aicp/budget/snapshot/money-limit';
import { ModelNames } from '@aicp/budget/snapshot/model-names';
import { Budgets } from '@aicp/contracts/budgets/budgets';
import { Periods } from '@aicp/contracts/budgets/periods';
import { BUDGET_SCOPES, subjectName } from '@aicp/contracts/spend/spend-subject';
import { budget } from '@aicp/gateway/testing/budgets';
import { principal } from '@aicp/gateway/testing/request-facts';
import { parseIntent, parseOutcome, toRecord } from '@aicp/gateway/usage/journal/codec';
import { IntentEncoder, outcomeText } from '@aicp/gateway/usage/journal/encode';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const ID = '01a00000-0000-7000-8000-000000000000';
const AT = Date.UTC(2026, 10, 21);
const name = fc.option(fc.constantFrom('ada', 'bob'), { nil: undefined });
/** One of each scope, of the platform and of an organization; each counts whoever there is. */
const budgets = BUDGET_SCOPES.filter((scope) => scope !== 'tag' && scope !== 'model').flatMap(
  (scope) => [
    budget(scope, '1', { scope }),
    budget(`${scope}-of-acme`, '1', { scope, organization: 'acme' }),
  ],
);

/** What the ledger is told of a request of somebody, which says to be of a user. */
function recordOf(spender: ReturnType<typeof principal>, user: string | undefined) {
  const intent = parseIntent(
    new IntentEncoder().encode({
      ...{ id: ID, requestId: ID, at: AT, principal: spender, user, tags: undefined },
      ...{ requestedName: undefined, model: undefined, policy: undefined, revision: '1.1' },
      ...{ likelyTokens: [1, 1], priced: true },
    }),
  );
  const outcome = parseOutcome(outcomeText({ o: ID, tok: [1, 0, 0, 1, 0], cost: 5 }));
  if (!intent || !outcome) throw new Error('the journal cannot read what it wrote');
  return toRecord(intent, outcome);
}

it('counts spend of those in the ledger of whom gateways count it, whatever a request says of its user', () => {
  fc.assert(
    fc.property(name, name, name, (user, claimed, organization) => {
      const spender = principal({
        ...{ key: 'k', organization: organization && 'acme', businessUnit: 'eu', team: 'ml' },
        user,
      });
      const gateway = new Budgets({ budgets, timeZone: 'UTC', isEnforced: true });
      const enforced = gateway.of(spender).map(({ subject }) => subjectName(subject));
      const record = recordOf(spender, claimed);
      const known = {
        book: new LimitBook(budgets.map(limitOfBudget), []),
        models: new ModelNames([]),
        periods: new Periods('UTC'),
      };
      const counted = spendOf([record], known).map(({ subject }) => subject);
      expect(counted).toEqual([...new Set(enforced)].sort());
      expect(record.user).toBe(user ?? claimed ?? null);
    }),
  );
});
