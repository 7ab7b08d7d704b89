import { nameFiles } from '../../protocols/response-ids/name-files.ts';
import type { Caller } from '../caller.ts';
import type { Located } from './locate-response.ts';

/** A response, or a list of items, with our ids of the files that it names; what is no JSON object is as it was. */
export const withOurFiles = (
  { gateway, principal }: Caller,
  { held, provider }: Located,
  body: Buffer,
): Buffer => {
  const { credential } = held;
  const { id, identity } = provider;
  return nameFiles(body, (upstreamId) =>
    gateway.heldIds.seal(principal, 'file', { provider: id, identity, credential, upstreamId }),
  );
};
