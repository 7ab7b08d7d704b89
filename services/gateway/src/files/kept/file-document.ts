import type { Principal } from '@aicp/contracts/routing/request/principal';
import { isVendorId } from '../../held/vendor-id.ts';
import { upstreamFailed, type Refusal } from '../../pipeline/exchange/refusal.ts';
import type { Place } from '../asking/places.ts';
import { toldPurpose } from '../asking/purposes.ts';
import type { Document, Fields } from '../asking/thing-call.ts';
import type { FileNeeds } from './file-needs.ts';

/** Whose file it is, and where. */
export interface FileOwner extends Pick<FileNeeds, 'ids' | 'names'> {
  readonly principal: Principal;
  readonly place: Place;
}

/** What a provider tells of a file, with the id and the name that its owner knows it by. */
export function toFile(told: Document | Refusal, owner: FileOwner): Document | Refusal {
  if (!('document' in told)) return told;
  const file = fileOf(told.document, owner);
  return file ? { document: file } : upstreamFailed(owner.place.provider.id);
}

/** The same; undefined where it is no file. What the provider made itself, such as the output of a batch, keeps its name. */
export function fileOf(document: Fields, owner: FileOwner): Fields | undefined {
  const { id, filename, purpose } = document;
  if (!isVendorId(id)) return undefined;
  const { names, principal, place } = owner;
  const own = typeof filename === 'string' ? names.read(principal, filename) : undefined;
  const about = purpose === undefined ? {} : { purpose: toldPurpose(place, purpose) };
  return { ...document, ...about, id: fileIdOf(id, owner), filename: own ?? filename };
}

/** The id that its owner knows a file by. */
export const fileIdOf = (upstreamId: string, { ids, principal, place }: FileOwner): string =>
  ids.seal(principal, 'file', {
    provider: place.provider.id,
    identity: place.provider.identity,
    credential: place.target.name,
    upstreamId,
  });
