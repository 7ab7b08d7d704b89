import type { Request, Response } from 'express';
import { noRoleToCall, tokenNotTaken } from '@aicp/contracts/routing/key-refusal';
import type { Gateway } from '../pipeline/exchange/gateway.ts';
import { addressNotKnown, type Refusal } from '../pipeline/exchange/refusal.ts';
import { sendJson } from '../pipeline/respond.ts';
import { ownAddress, type Asked } from './own-address.ts';
import { requestIdHeader, sendRefusal } from './send-refusal.ts';

/** Where RFC 9728 has the metadata of protected resources stand. */
export const METADATA_PATH = '/.well-known/oauth-protected-resource';

type Answering = Pick<Gateway, 'signOn' | 'runtime'>;

/** Answers a request for the metadata of a resource. */
export function sendMetadata(
  gateway: Answering,
  { request, response }: { readonly request: Request; readonly response: Response },
  resource: NamedResource,
): void {
  const found = metadataOf(gateway, request, resource);
  if ('status' in found) sendRefusal(request, response, found);
  else sendJson(response, 200, Buffer.from(JSON.stringify(found)), requestIdHeader(request));
}

/** What is asked for. */
export interface NamedResource {
  /** Below our address. */
  readonly path: string;
  /** In whose name; undefined: nobody's. */
  readonly organization: string | undefined;
}

/**
 * The metadata of a resource of ours (RFC 9728): bearer tokens are keys, which nobody's server gives, and tokens of the providers that it names. A refusal where our
 * address is not known, which is the name of a resource.
 */
function metadataOf(gateway: Answering, asked: Asked, resource: NamedResource): Metadata | Refusal {
  const address = ownAddress(gateway, asked);
  if (address === undefined) return addressNotKnown();
  const servers = gateway.signOn ? serversOf(gateway, resource) : [];
  return {
    resource: address + resource.path,
    resource_name: 'AI Control Plane',
    bearer_methods_supported: ['header'],
    ...(servers.length === 0 ? {} : { authorization_servers: servers }),
  };
}

interface Metadata {
  readonly resource: string;
  readonly resource_name: string;
  readonly bearer_methods_supported: readonly string[];
  readonly authorization_servers?: readonly string[];
}

/** Of an organization, its own. Of no organization, the only one that there is: where several are, each is named to its own people alone. */
function serversOf({ runtime }: Answering, { organization }: NamedResource): string[] {
  const people = runtime()?.people;
  if (!people) return [];
  if (organization !== undefined) {
    const sso = people.organization(organization)?.sso;
    return sso?.isEnabled === true ? [sso.issuer] : [];
  }
  const issuers = [...people.issuers];
  const isOnly = issuers.length === 1 && people.signingInBy(issuers[0] ?? '').length === 1;
  return isOnly ? issuers : [];
}

/** What a client is told that is not let in: where to learn how to be, and what is wrong with what it sent (RFC 6750). */
export function challenged(
  refusal: Refusal,
  gateway: Answering,
  { asked, path }: { readonly asked: Asked; readonly path: string },
): Refusal {
  const { status, code } = refusal;
  if (status !== 401 && code !== NO_ROLE) return refusal;
  const address = ownAddress(gateway, asked);
  const error = code === NO_ROLE ? 'insufficient_scope' : code;
  const told = [
    'realm="aicp"',
    ...(code === NO_ROLE || code === TOKEN_NOT_TAKEN ? [`error="${error}"`] : []),
    ...(address === undefined ? [] : [`resource_metadata="${address}${METADATA_PATH}${path}"`]),
  ];
  return { ...refusal, headers: ['www-authenticate', `Bearer ${told.join(', ')}`] };
}

const NO_ROLE = noRoleToCall().code;
const TOKEN_NOT_TAKEN = tokenNotTaken().code;
