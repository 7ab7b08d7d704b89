import type { Request } from 'express';

/** `Link` to the next page of a list: the same request, from a cursor on. */
export function nextLink({ originalUrl }: Pick<Request, 'originalUrl'>, cursor: string): string {
  const [path = '', query = ''] = originalUrl.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('cursor', cursor);
  return `<${path}?${parameters.toString()}>; rel="next"`;
}
