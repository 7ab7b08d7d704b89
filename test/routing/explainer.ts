import { explainedDecision } from '@aicp/admin/kinds/routing-policy/explained-decision';
import { toDecidedRequest } from '@aicp/admin/kinds/routing-policy/explained-request';
import { RoutingSnapshot } from '@aicp/admin/kinds/routing-policy/routing-snapshot';
import type { DecisionRecord } from '@aicp/contracts/decision/decision-record';
import type { SpendSubject } from '@aicp/contracts/spend/spend-subject';
import type { SpendQuestion } from '@aicp/ledger/query/spend-figures';
import type { StoredSnapshot } from '@aicp/contracts/snapshot/manifest';
import type { KeyFragment } from '@aicp/contracts/snapshot/sections/keys';
import { NOW } from './world.ts';

/** What the ledger says was spent, nano-USD, and when it is asked. */
interface Seen {
  readonly spentOf?: (subject: SpendSubject) => bigint;
  readonly at?: number;
}

/** What `POST /routing-policies/explain` answers of a chat request of a key, by a snapshot as the gateways have it. */
export function explainer(
  snapshot: StoredSnapshot,
  { spentOf = () => 0n, at = NOW }: Seen = {},
): (body: Record<string, unknown>, key: KeyFragment) => Promise<DecisionRecord> {
  const routing = new RoutingSnapshot();
  routing.apply(snapshot);
  const figures = {
    of: (questions: readonly SpendQuestion[]) =>
      Promise.resolve(questions.map(({ subject }) => ({ spent: spentOf(subject), reserved: 0n }))),
  };
  return async (body, key) => {
    const asked = toDecidedRequest(
      { request: body, attributes: { key: key.id } },
      { organization: key.organization, key: () => key, isTeamOf: () => true, owns: () => true },
    );
    const request = { ...asked, id: '', requestId: '', at };
    const spend = { ...asked, figures, isTold: true };
    return (await explainedDecision(routing.current, request, spend)).decision;
  };
}
