import type { ClientRequest } from '../client/client.ts';
import type { Limit } from '@aicp/contracts/limits/limit';
import type { Principal } from '@aicp/contracts/routing/request/principal';
import { Place } from '../memory/admission.ts';
import type { ShareReason } from '../memory/fair-shares.ts';
import type { KeyHolder } from '../memory/holders.ts';
import type { Runtime } from '../routing/runtime.ts';
import { collectable, discardBody } from './collect-body.ts';
import { isDryRun } from './exchange/exchange.ts';
import type { Gateway } from './exchange/gateway.ts';
import { shed } from './exchange/refusal.ts';
import type { Stage } from './exchange/stage.ts';
import { refuseByTurns } from './limit.ts';

/**
 * Stage: gives the request a place, before its body is read; or turns it away where its key or its organization has as much under way as
 * a limit on concurrent requests allows, or as its share is while there is little left. The place is left when the response is over. Limits do not count a dry run, nor turn it away here: the
 * stage `limit-trial` tells what they would do.
 */
export const admit: Stage<'authenticated', 'authenticated'> = {
  name: 'admit',
  from: 'authenticated',
  to: 'authenticated',
  hasEffects: false,
  run(phase, flow) {
    const { exchange, principal } = phase;
    const { request, gateway, runtime } = exchange;
    const obstacle = obstacleOf(request, principal, { gateway, runtime });
    if (obstacle === undefined) {
      exchange.place = new Place(gateway.holders.of(principal), !exchange.isDryRun);
      flow.pass(phase);
      return;
    }
    discardBody(collectable(request));
    if (typeof obstacle === 'string') {
      gateway.admission.shed[obstacle] += 1;
      flow.refuse(shed(obstacle));
    } else {
      refuseByTurns(phase, flow, obstacle);
    }
  },
};

/** Whether a request would be turned away that asks before it sends its body. It is under way only from then on. */
export function isTurnedAway(
  request: ClientRequest,
  principal: Principal,
  { gateway, runtime }: { readonly gateway: Admitting; readonly runtime: Runtime },
): boolean {
  const holder = gateway.holders.of(principal);
  const { used } = gateway.admission;
  return obstacleTo(request, principal, { gateway, runtime, holder, used }) !== undefined;
}

/** What stands in the way of a request that is under way already, and whose key has just become known; undefined where nothing does. Takes nothing. */
export function obstacleOf(
  request: ClientRequest,
  principal: Principal,
  { gateway, runtime }: { readonly gateway: Admitting; readonly runtime: Runtime },
): Limit | ShareReason | undefined {
  const holder = gateway.holders.of(principal);
  // The request itself is one of those that are under way.
  const used = gateway.admission.used - 1;
  return obstacleTo(request, principal, { gateway, runtime, holder, used });
}

type Admitting = Pick<Gateway, 'admission' | 'holders'>;

interface Standing {
  readonly gateway: Admitting;
  readonly runtime: Runtime;
  readonly holder: KeyHolder;
  /** Other requests that are under way. */
  readonly used: number;
}

/** What stands in the way of a request; undefined where nothing does. Takes nothing. */
function obstacleTo(
  request: ClientRequest,
  principal: Principal,
  { gateway, runtime, holder, used }: Standing,
): Limit | ShareReason | undefined {
  const limit = isDryRun(request)
    ? undefined
    : runtime.rateLimits.of(principal).find((one) => isReached(one, holder));
  if (limit) return limit;
  const declared = Number(request.headers['content-length'] ?? 0);
  return gateway.admission.shareObstacle({ holder, used, declared });
}

/**
 * Whether this replica alone has as many requests under way as a limit allows. Bodies that are still to come count, so that a limit
 * bounds them too; who else counts is asked in the stage `limit`.
 */
function isReached({ measure, subject, limit }: Limit, holder: KeyHolder): boolean {
  if (measure !== 'concurrent') return false;
  if (subject.startsWith('key/')) return holder.turns >= limit;
  return subject.startsWith('organization/') && holder.organization.turns >= limit;
}
