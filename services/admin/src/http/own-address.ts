import type { Request } from 'express';

/** How browsers reach this service, without a trailing slash: as it is set up, else as this request did. */
export const ownAddress = (request: Request, publicUrl: string | undefined): string =>
  publicUrl ?? `${request.protocol}://${request.host}`;
