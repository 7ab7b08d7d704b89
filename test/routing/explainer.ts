import { toDecidedRequest } from '@aicp/admin/kinds/routing-policy/explained-request';
import { RoutingSnapshot } from '@aicp/admin/kinds/routing-policy/routing-snapshot';
import type { DecisionRecord } from '@aicp/contracts/decision/decision-record';
import { decide } from '@aicp/contracts/routing/decide';
import type { StoredSnapshot } from '@aicp/contracts/snapshot/manifest';
import type { KeyFragment } from '@aicp/contracts/snapshot/sections/keys';
import { NOW } from './world.ts';

/** What `POST /routing-policies/explain` answers of a chat request of a key, by a snapshot as the gateways have it. */
export function explainer(
  snapshot: StoredSnapshot,
): (body: Record<string, unknown>, key: KeyFragment) => DecisionRecord {
  const routing = new RoutingSnapshot();
  routing.apply(snapshot);
  return (body, key) => {
    const asked = toDecidedRequest(
      { request: body, attributes: { key: key.id } },
      { organization: key.organization, key: () => key, isTeamOf: () => true },
    );
    const request = { ...asked, id: '', requestId: '', at: NOW };
    return decide(routing.current.tables, request).decision;
  };
}
