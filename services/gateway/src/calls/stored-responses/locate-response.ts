import { mayUse, membersOf } from '@aicp/contracts/routing/catalog/entitlement';
import { noHealthyUpstream } from '@aicp/contracts/routing/refusal';
import { entitlementOf } from '@aicp/contracts/routing/tables';
import type { OpenedHeld } from '../../held/held-ids.ts';
import { heldNotFound, livesAt } from '../../pipeline/held/bound.ts';
import { toRefusal, type Refusal } from '../../pipeline/exchange/refusal.ts';
import type { RuntimeModel, RuntimeProvider, RuntimeTarget } from '../../routing/runtime.ts';
import type { Caller } from '../caller.ts';

/** Where a response lives, as whoever asks for it may reach it. */
export interface Located {
  /** Ours. */
  readonly id: string;
  readonly held: OpenedHeld;
  readonly provider: RuntimeProvider;
  readonly target: RuntimeTarget;
  /** What its request could be served by, by which guardrails know whether they act. */
  readonly models: readonly string[];
}

/**
 * Finds where a response lives. What was not given to the team of the caller, or was got by a model that the caller may not use, is not there, and
 * nobody is asked for it.
 */
export function locateResponse(caller: Caller, id: string): Located | Refusal {
  const { gateway, principal, runtime, at } = caller;
  const notFound = heldNotFound('response', { id, param: null });
  const held = gateway.heldIds.open(principal, 'response', id);
  if (!held) return notFound;
  const entitlement = entitlementOf(principal, runtime, at);
  const resolution = runtime.catalog.find(held.model ?? '', entitlement);
  const place = placeOf(held, runtime.catalog.models);
  if (!place || !resolution || !mayUse(resolution, entitlement)) return notFound;
  const { provider, target } = place;
  if (provider.unusable !== undefined) return toRefusal(noHealthyUpstream(resolution.id));
  const members = membersOf(resolution, entitlement).map((model) => model.id);
  return { id, held, provider, target, models: [resolution.id, ...members] };
}

function placeOf(
  held: OpenedHeld,
  models: readonly RuntimeModel[],
): Pick<Located, 'provider' | 'target'> | undefined {
  const provider = models.find((model) => livesAt(model.provider, held))?.provider;
  const target = provider?.targets.find(({ name }) => name === held.credential);
  return provider && target && { provider, target };
}
