import type { RequestHandler } from 'express';
import { bodilessRoute, refuse, type Asked } from '../../calls/asked/asked.ts';
import { modelOf } from '../../files/asking/model-of.ts';
import { placeFor, placeOf, placesOf, type Place } from '../../files/asking/places.ts';
import {
  beginCall,
  documentOf,
  finish,
  type Document,
  type Fields,
} from '../../files/asking/thing-call.ts';
import { isObject } from '../../formats/json/members.ts';
import { queryOf } from '../../http/query-of.ts';
import { badRequest, type Refusal } from '../../pipeline/exchange/refusal.ts';
import type { BatchNeeds } from '../kept/batch-needs.ts';
import { batchOfDocument } from '../kept/batch-document.ts';

/** As many as OpenAI gives at a time. */
const PAGE = 100;
/** Of an account that many share, so many pages are looked through. */
const MOST_PAGES = 20;
const USUAL_LIMIT = 20;

/** `GET /v1/batches`: those of who asks, among those of all who share the account. */
export const listBatchesRoute = (needs: BatchNeeds): RequestHandler =>
  bodilessRoute(needs.gateway, async (asked) => {
    const listing = listingOf(needs, asked);
    if ('status' in listing) {
      refuse(asked, listing);
      return;
    }
    const [first] = listing.places;
    const begun = first && (await beginCall(asked, first));
    if (begun) finish(asked, begun, await listed(needs, asked, listing));
  });

interface Listing {
  readonly places: readonly Place[];
  readonly limit: number;
  /** What the first of the places calls the last that is known already. */
  readonly after: string | undefined;
}

function listingOf(needs: BatchNeeds, asked: Asked): Listing | Refusal {
  const query = queryOf(asked.request);
  const text = query.get('limit') ?? String(USUAL_LIMIT);
  if (!/^[1-9]\d{0,2}$/.test(text) || Number(text) > PAGE)
    return badRequest(`"limit" has to be a whole number from 1 to ${PAGE}.`, 'limit');
  const limit = Number(text);
  const after = query.get('after');
  if (after !== null) return listingAfter(needs, asked, { limit, after });
  const place = placeFor(asked.caller, modelOf(asked.request));
  return 'status' in place ? place : { places: placesAt(asked, place), limit, after: undefined };
}

function listingAfter(
  { ids }: BatchNeeds,
  asked: Asked,
  { limit, after }: { readonly limit: number; readonly after: string },
): Listing | Refusal {
  const held = ids.open(asked.caller.principal, 'batch', after);
  const known = held && placeOf(asked.caller, held);
  if (!held || !known) return badRequest('"after" is no batch of yours that is there.', 'after');
  const all = placesAt(asked, known);
  const from = all.findIndex(({ target }) => target === known.target);
  return { places: all.slice(from), limit, after: held.upstreamId };
}

const placesAt = ({ caller }: Asked, { provider: { id } }: Place): readonly Place[] =>
  placesOf(caller).filter(({ provider }) => provider.id === id);

async function listed(
  needs: BatchNeeds,
  asked: Asked,
  { places, limit, after: first }: Listing,
): Promise<Document | Refusal> {
  const found: Fields[] = [];
  let after = first;
  let pages = 0;
  for (const place of places) {
    const owner = { ...needs, principal: asked.caller.principal, place };
    let hasMore = true;
    while (hasMore && found.length <= limit && pages < MOST_PAGES) {
      pages += 1;
      const page = await pageOf(asked, place, after);
      if ('status' in page) return page;
      const own = page.batches.map((one) => batchOfDocument(one, owner));
      found.push(...own.filter((one) => one !== undefined));
      ({ hasMore, last: after } = page);
    }
    after = undefined;
  }
  const data = found.slice(0, limit);
  return {
    document: {
      ...{ object: 'list', data, has_more: found.length > limit },
      ...{ first_id: data[0]?.['id'] ?? null, last_id: data.at(-1)?.['id'] ?? null },
    },
  };
}

async function pageOf(asked: Asked, place: Place, after: string | undefined) {
  const asking = new URLSearchParams({
    ...{ limit: String(PAGE) },
    ...(after === undefined ? {} : { after }),
  });
  const request = { method: 'GET' as const, path: `/batches?${asking.toString()}` };
  const told = await documentOf(asked, { place }, { request });
  if (!('document' in told)) return told;
  const { data, has_more: more } = told.document;
  const batches = Array.isArray(data) ? data.filter(isObject).slice(0, PAGE) : [];
  const id = batches.at(-1)?.['id'];
  const last = typeof id === 'string' ? id : undefined;
  return { batches, hasMore: more === true && last !== undefined, last };
}
