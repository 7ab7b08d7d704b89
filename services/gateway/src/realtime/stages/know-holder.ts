import { entitlementOf } from '@aicp/contracts/routing/tables';
import { principalOf } from '../../pipeline/authenticate.ts';
import type { Stage } from '../../pipeline/exchange/stage.ts';

/** Stage: who opens a session, and whether they still may before each response. Nobody opens one for somebody else: what vouches for that is good for one request. */
export const knowHolder: Stage<'arrived', 'authenticated'> = {
  name: 'authenticate',
  from: 'arrived',
  to: 'authenticated',
  hasEffects: false,
  run({ exchange }, flow) {
    const { runtime, request, at } = exchange;
    const principal = principalOf(request, runtime, at);
    if ('status' in principal) {
      flow.refuse(principal);
      return;
    }
    const entitlement = entitlementOf(principal, runtime, at);
    exchange.note('authenticate', 'known', principal.key);
    flow.pass({ phase: 'authenticated', exchange, principal, entitlement });
  },
};
