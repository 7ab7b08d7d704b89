import { isForLoopback, mayPageCall } from '@aicp/common/http/page-origin';
import { Problem } from '@aicp/common/errors/problem';
import type { Request } from 'express';

const ON_LOOPBACK = ['127.0.0.1', '::1', 'localhost'];

/** Where an engine listens, and which pages are let in there. */
interface OwnPlace {
  readonly host: string;
  /** As it is reached from elsewhere; undefined: nobody has said. */
  readonly publicUrl: string | undefined;
  readonly corsOrigins: readonly string[];
}

/** Throws a Problem (403) for a request that a page of another origin may have sent. */
export type RequireNoForeignPage = (request: Pick<Request, 'headers'>) => void;

/**
 * What a request without credentials has to say of itself. A browser on the machine, or in the network, of the engine would send one for any page: so origins count as for the gateway's
 * tools. A page whose name was made to point here says no origin where it only reads; an engine that listens on loopback is asked by the names of this machine, or its own, alone.
 */
export function foreignPages({ host, publicUrl, corsOrigins }: OwnPlace): RequireNoForeignPage {
  const own = publicUrl === undefined ? undefined : new URL(publicUrl);
  const origins = own ? [...corsOrigins, own.origin] : corsOrigins;
  const isLocal = ON_LOOPBACK.includes(host);
  return ({ headers }) => {
    if (!mayPageCall(headers, origins)) throw forbidden(FOREIGN_PAGE);
    const isNamed = isForLoopback(headers) || (own !== undefined && headers.host === own.host);
    if (isLocal && !isNamed) throw forbidden(FOREIGN_HOST);
  };
}

const forbidden = (detail: string): Problem => new Problem(403, detail);

const FOREIGN_PAGE =
  'Pages of this origin may not ask without a key: send an API key, or name the origin in AICP_CORS_ORIGINS.';
const FOREIGN_HOST =
  'Without a key, this engine is asked as localhost or 127.0.0.1 alone: send an API key, or say in AICP_PUBLIC_URL how it is reached.';
