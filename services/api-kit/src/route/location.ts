import type { Request } from 'express';

/** What routes declare of the header `Location`. */
export const LOCATION = { Location: 'The address of what was created.' };

/** `Location` of what a verb of a collection created in it, such as `POST /reports/generate`. */
export function locationBeside({ originalUrl }: Pick<Request, 'originalUrl'>, id: string) {
  const [path = ''] = originalUrl.split('?');
  return locationOf({ originalUrl: path.replace(/\/[^/]+\/?$/, '') }, id);
}

/** `Location` of what a POST to a collection created there. */
export function locationOf({ originalUrl }: Pick<Request, 'originalUrl'>, id: string) {
  const [path = ''] = originalUrl.split('?');
  return { Location: `${path.replace(/\/$/, '')}/${encodeURIComponent(id)}` };
}
