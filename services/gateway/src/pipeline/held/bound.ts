import type { Principal } from '@aicp/contracts/routing/request/principal';
import { isOf, type HeldIds, type HeldKind, type OpenedHeld } from '../../held/held-ids.ts';
import type { Bound, HeldReference } from '../../held/holding.ts';
import type { RuntimeModel, RuntimeProvider } from '../../routing/runtime.ts';
import { badRequest, type Refusal } from '../exchange/refusal.ts';

/** Opens what a request names; undefined where that is nothing. Refuses what was not given to who asks, and what does not live at one place. */
export function openReferences(
  refers: readonly HeldReference[],
  { ids, principal }: { readonly ids: HeldIds; readonly principal: Principal },
): Bound | Refusal | undefined {
  const upstreamIds = new Map<string, string>();
  let place: OpenedHeld | undefined;
  for (const { kind, id, param } of refers) {
    const opened = ids.open(principal, kind, id);
    if (!opened) return heldNotFound(kind, { id, param });
    if (place && !isSamePlace(place, opened)) return badRequest(APART, param);
    place = opened;
    upstreamIds.set(id, opened.upstreamId);
  }
  return place && { ...placeOf(place), upstreamIds };
}

const APART =
  'What the request names lives at different providers, of which each knows its own alone. Name what one of them has.';

const placeOf = ({ provider, identityDigest, credential }: OpenedHeld) => ({
  ...{ provider, identityDigest, credential },
});

const isSamePlace = (one: OpenedHeld, other: OpenedHeld): boolean =>
  one.provider === other.provider &&
  one.identityDigest === other.identityDigest &&
  one.credential === other.credential;

/** Whether this is the provider, with the account, where something lives. */
export const livesAt = (
  { id, identity, targets }: RuntimeProvider,
  place: Pick<OpenedHeld, 'provider' | 'identityDigest' | 'credential'>,
): boolean =>
  id === place.provider &&
  isOf(place, identity) &&
  targets.some(({ name }) => name === place.credential);

/** Whether a model is served from there. */
export const isBoundTo = (model: RuntimeModel, bound: Bound): boolean =>
  livesAt(model.provider, bound);

/** What OpenAI says of what is not there. */
const NOT_FOUND: Readonly<Record<HeldKind, { readonly what: string; readonly code: string }>> = {
  response: { what: 'response', code: 'response_not_found' },
  file: { what: 'file', code: 'file_not_found' },
  'file-list': { what: 'list of files', code: 'file_not_found' },
  batch: { what: 'batch', code: 'batch_not_found' },
  session: { what: 'session', code: 'session_not_found' },
};
const LONGEST_SHOWN = 64;

/** 404: it is not there, or it is not of who asks, who is not told which. */
export function heldNotFound(
  kind: HeldKind,
  { id, param }: { readonly id: string; readonly param: string | null },
): Refusal {
  const { what, code } = NOT_FOUND[kind];
  const isPrevious = param === 'previous_response_id';
  const shown = id.length > LONGEST_SHOWN ? `${id.slice(0, LONGEST_SHOWN)}…` : id;
  const advice =
    kind === 'response'
      ? ' Responses are kept where the request says "store": true and a provider of type openai serves it, for the team that sent it.'
      : '';
  return {
    ...{ status: 404, type: 'invalid_request_error', param, headers: [] },
    code: isPrevious ? 'previous_response_not_found' : code,
    message: `${isPrevious ? 'Previous r' : what.charAt(0).toUpperCase()}${isPrevious ? 'esponse' : what.slice(1)} with id '${shown}' not found.${advice}`,
  };
}
