import type { IdNaming } from '../../held/holding.ts';
import { isVendorId } from '../../held/vendor-id.ts';
import type { Delivery, MadeAttempt } from '../exchange/phases.ts';

/** How the ids in an answer are told that its provider keeps, or that goes on from one that it keeps; undefined: as they came. */
export function namingFor(
  delivery: Delivery,
  { model, target }: Pick<MadeAttempt, 'model' | 'target'>,
): IdNaming | undefined {
  const { exchange, input, principal, bound, requestedName } = delivery.routed;
  const { holding } = input;
  // A translated request leaves nothing at its provider, and answers of some APIs have no ids that are told.
  if (!holding || !input.withIds || !target.client.speaks.includes(exchange.protocol.format))
    return undefined;
  const { heldIds } = exchange.gateway;
  const { keepsAs } = holding;
  const { id: provider, identity } = model.provider;
  const ours = new Map([...(bound?.upstreamIds ?? [])].map(([id, upstream]) => [upstream, id]));
  const account = { provider, identity, credential: target.name };
  const place = { ...account, model: requestedName };
  return {
    answer: (upstreamId) => {
      if (!keepsAs) return upstreamId;
      const left = { ...place, upstreamId };
      // Nobody could ask for it, and the journal would have all of its id.
      if (isVendorId(upstreamId)) delivery.left = left;
      return heldIds.seal(principal, keepsAs, left);
    },
    previous: (upstreamId) =>
      ours.get(upstreamId) ?? heldIds.seal(principal, 'response', { ...place, upstreamId }),
    file: (upstreamId) =>
      ours.get(upstreamId) ?? heldIds.seal(principal, 'file', { ...account, upstreamId }),
  };
}
