import type { RequestHandler } from 'express';
import { bodilessRoute, refuse, type Asked } from '../../calls/asked/asked.ts';
import { beginCall, documentOf, finish } from '../../files/asking/thing-call.ts';
import { placeOf } from '../../files/asking/places.ts';
import { heldNotFound } from '../../pipeline/held/bound.ts';
import { upstreamFailed } from '../../pipeline/exchange/refusal.ts';
import type { BatchNeeds } from '../kept/batch-needs.ts';
import { batchOfDocument } from '../kept/batch-document.ts';

/** `GET /v1/batches/{id}`. */
export const batchRoute = (needs: BatchNeeds): RequestHandler =>
  bodilessRoute(needs.gateway, (asked) => onBatch(needs, asked, { method: 'GET', below: '' }));

/** `POST /v1/batches/{id}/cancel`. What was done by then is settled. */
export const cancelRoute = (needs: BatchNeeds): RequestHandler =>
  bodilessRoute(needs.gateway, (asked) =>
    onBatch(needs, asked, { method: 'POST', below: '/cancel' }),
  );

async function onBatch(
  needs: BatchNeeds,
  asked: Asked,
  { method, below }: { readonly method: 'GET' | 'POST'; readonly below: string },
): Promise<void> {
  const { caller } = asked;
  const { principal } = caller;
  const id = String((asked.request.params as Readonly<Record<string, string>>)['id']);
  const held = needs.ids.open(principal, 'batch', id);
  const place = held && placeOf(caller, held);
  if (!held || !place) {
    refuse(asked, heldNotFound('batch', { id, param: 'id' }));
    return;
  }
  const begun = await beginCall(asked, place);
  if (!begun) return;
  const request = { method, path: `/batches/${encodeURIComponent(held.upstreamId)}${below}` };
  const ids = new Map([[held.upstreamId, id]]);
  const told = await documentOf(asked, begun, { request, ids });
  if (!('document' in told)) {
    finish(asked, begun, told);
    return;
  }
  caller.gateway.backgrounds.seen(held, Buffer.from(JSON.stringify(told.document)));
  const document = batchOfDocument(told.document, { ...needs, principal, place });
  finish(asked, begun, document ? { document } : upstreamFailed(place.provider.id));
}
