import type { RequestHandler } from 'express';
import type { Caller } from '../../calls/caller.ts';
import { bodilessRoute, refuse, type Asked } from '../../calls/asked/asked.ts';
import { queryOf } from '../../http/query-of.ts';
import { modelOf } from '../asking/model-of.ts';
import { placeFor, placeOf, placesOf, type Place } from '../asking/places.ts';
import {
  beginCall,
  finish,
  type Document,
  type Fields,
  type ThingCall,
} from '../asking/thing-call.ts';
import { badRequest, type Refusal } from '../../pipeline/exchange/refusal.ts';
import { fileOf } from '../kept/file-document.ts';
import type { FileNeeds } from '../kept/file-needs.ts';
import { pageOf, type Listed } from './list-page.ts';
import { readListQuery, type ListQuery } from './list-query.ts';
import { ToldAccounts } from './told-accounts.ts';

/** Files that a provider is asked for at once, and how often it is: what is found until then is answered, with where it goes on. */
const PAGE = 1_000;
const MOST_PAGES = 20;

/**
 * `GET /v1/files`: the files of whoever asks. The provider lists those of all who share its account; theirs are known by their names there. What
 * a provider has by several credentials is listed one credential after the other, those of one account once.
 */
export const listRoute = (needs: FileNeeds): RequestHandler =>
  bodilessRoute(needs.gateway, async (asked) => {
    const query = readListQuery(queryOf(asked.request));
    if ('status' in query) {
      refuse(asked, query);
      return;
    }
    const start = startOf(needs, asked, query);
    if ('status' in start) {
      refuse(asked, start);
      return;
    }
    const [first] = start.places;
    const begun = first && (await beginCall(asked, first));
    if (begun) finish(asked, begun, await listed(needs, { asked, begun, start, query }));
  });

/** Where a list begins. */
interface Start {
  readonly places: readonly Place[];
  /** Places that were told before, all of them or in part. */
  readonly told: readonly Place[];
  /** What the first of the places calls the last file that is known already. */
  readonly after: string | undefined;
}

function startOf(
  { ids }: FileNeeds,
  { caller, request }: Asked,
  query: ListQuery,
): Start | Refusal {
  const { after } = query;
  if (after === undefined) {
    const place = placeFor(caller, modelOf(request));
    if ('status' in place) return place;
    return { places: placesAt(caller, place.provider.id), told: [], after };
  }
  const held =
    ids.open(caller.principal, 'file', after) ?? ids.open(caller.principal, 'file-list', after);
  const known = held && placeOf(caller, held);
  if (!held || !known)
    return badRequest(
      '"after" is no file of yours that is there, and no last_id of a list of yours.',
      'after',
    );
  const places = placesAt(caller, held.provider);
  const from = places.findIndex(({ target }) => target === known.target);
  const behind = held.upstreamId || undefined;
  const told = places.slice(0, behind === undefined ? from : from + 1);
  return { places: places.slice(from), told, after: behind };
}

const placesAt = (caller: Caller, provider: string): readonly Place[] =>
  placesOf(caller).filter((place) => place.provider.id === provider);

interface Listing extends Listed {
  readonly begun: ThingCall;
  readonly start: Start;
}

async function listed(needs: FileNeeds, listing: Listing): Promise<Document | Refusal> {
  const { asked, start, query } = listing;
  const found: Fields[] = [];
  let { after } = start;
  let pages = 0;
  const accounts = new ToldAccounts(listing, start.told);
  for (const place of start.places) {
    let hasMore = true;
    while (hasMore && found.length <= query.limit) {
      pages += 1;
      if (pages > MOST_PAGES) {
        const goesOn = goesOnAt(needs, asked, { place, after });
        return { document: { ...listOf(found, query), has_more: true, last_id: goesOn } };
      }
      const page = await pageOf(listing, place, { limit: PAGE, after });
      if ('status' in page) return page;
      if (after === undefined && (await accounts.has(page))) break;
      found.push(...owned(needs, listing, { place, files: page.files }));
      ({ hasMore, last: after } = page);
    }
    after = undefined;
  }
  return { document: listOf(found, query) };
}

/** Where a list goes on that was left in the middle, as `after` takes it. */
const goesOnAt = (
  { ids }: FileNeeds,
  { caller }: Asked,
  { place, after = '' }: { readonly place: Place; readonly after: string | undefined },
): string =>
  ids.seal(caller.principal, 'file-list', {
    ...{ provider: place.provider.id, identity: place.provider.identity },
    ...{ credential: place.target.name, upstreamId: after },
  });

function owned(
  needs: FileNeeds,
  { asked }: Listing,
  { place, files }: { readonly place: Place; readonly files: readonly Fields[] },
): Fields[] {
  const { principal } = asked.caller;
  const { names } = needs;
  const own = files.filter(
    ({ filename }) => typeof filename === 'string' && names.read(principal, filename) !== undefined,
  );
  return own
    .map((file) => fileOf(file, { ...needs, principal, place }))
    .filter((file) => file !== undefined);
}

const listOf = (found: readonly Fields[], { limit }: ListQuery): Fields => {
  const data = found.slice(0, limit);
  return {
    ...{ object: 'list', data, has_more: found.length > limit },
    ...{ first_id: data[0]?.['id'] ?? null, last_id: data.at(-1)?.['id'] ?? null },
  };
};
