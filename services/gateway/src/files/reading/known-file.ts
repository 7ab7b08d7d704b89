import { toRefusal, type Refusal } from '../../pipeline/exchange/refusal.ts';
import { refuse, type Asked } from '../../calls/asked/asked.ts';
import { placeOf, type Place } from '../asking/places.ts';
import type { FileNeeds } from '../kept/file-needs.ts';

/** A file that whoever asks may reach. */
export interface KnownFile {
  readonly id: string;
  readonly upstreamId: string;
  readonly place: Place;
}

/** The file whose id stands in the address; undefined where there is none for whoever asks, which they were told. Its provider is not asked for that. */
export function knownFile({ ids }: FileNeeds, asked: Asked): KnownFile | undefined {
  const { id } = asked.request.params as Readonly<Record<string, string>>;
  const { caller } = asked;
  const held = id === undefined ? undefined : ids.open(caller.principal, 'file', id);
  const place = held && placeOf(caller, held);
  if (id !== undefined && held && place) return { id, upstreamId: held.upstreamId, place };
  refuse(asked, noFile(id ?? ''));
  return undefined;
}

/** Of an id that was sent. */
const LONGEST_TOLD = 128;

/** 404: there is no such file, or none of whoever asks. */
const noFile = (id: string): Refusal =>
  toRefusal({
    ...{ status: 404, type: 'invalid_request_error', code: null, param: 'id' },
    message: `No such File object: ${id.slice(0, LONGEST_TOLD)}`,
  });

/** Where a provider has it. */
export const pathOf = ({ upstreamId }: KnownFile): string =>
  `/files/${encodeURIComponent(upstreamId)}`;

/** What is told in the place of the ids that the provider says. */
export const idsOf = ({ upstreamId, id }: KnownFile): ReadonlyMap<string, string> =>
  new Map([[upstreamId, id]]);
