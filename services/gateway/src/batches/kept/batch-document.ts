import { isObject, textOf } from '../../formats/json/members.ts';
import { isVendorId } from '../../held/vendor-id.ts';
import type { Fields } from '../../files/asking/thing-call.ts';
import { fileIdOf, type FileOwner } from '../../files/kept/file-document.ts';

/** The member of a batch's metadata that says whose it is, and which file of theirs it was made of. */
export const OWNER_MEMBER = 'aicp_owner';

/**
 * What that member says. Credentials may be of one account, of which each lists all batches: only the one by which a batch was left there tells of it.
 */
export const markOf = (
  { names, principal, place }: Pick<FileOwner, 'names' | 'principal' | 'place'>,
  file: string,
): string => names.write(principal, `${place.target.name} ${file}`);

/** What its provider calls the file that it was made of; undefined where it is not of this owner, or was not left by this credential. */
function inputIn({ names, principal, place }: FileOwner, mark: unknown): string | undefined {
  const [credential, file] = names.read(principal, textOf(mark) ?? '')?.split(' ') ?? [];
  return credential === place.target.name ? file : undefined;
}

/** The id that its owner knows a batch by. */
const batchIdOf = (upstreamId: string, { ids, principal, place }: FileOwner): string =>
  ids.seal(principal, 'batch', {
    ...{ provider: place.provider.id, identity: place.provider.identity },
    ...{ credential: place.target.name, upstreamId },
  });

/** What a provider tells of a batch, with the ids that its owner knows; undefined where it is none of theirs. */
export function batchOfDocument(document: Fields, owner: FileOwner): Fields | undefined {
  const { id, metadata } = document;
  if (!isVendorId(id) || !isObject(metadata)) return undefined;
  const { [OWNER_MEMBER]: mark, ...own } = metadata;
  const input = inputIn(owner, mark);
  if (input === undefined) return undefined;
  const sealed = (name: 'output_file_id' | 'error_file_id'): Fields => {
    const file = document[name];
    return { [name]: isVendorId(file) ? fileIdOf(file, owner) : null };
  };
  return {
    ...document,
    ...{ id: batchIdOf(id, owner), input_file_id: fileIdOf(input, owner), metadata: own },
    ...{ ...sealed('output_file_id'), ...sealed('error_file_id') },
  };
}
