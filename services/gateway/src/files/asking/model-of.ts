import type { Request } from 'express';

/** The model that a request names beside its body, in the header `x-aicp-model` or in its query; undefined: none. */
export function modelOf(request: Request): string | undefined {
  const header = request.headers['x-aicp-model'];
  if (typeof header === 'string' && header !== '') return header;
  return queryOf(request).get('model') ?? undefined;
}

/** The query of a request. */
export const queryOf = ({ url }: Pick<Request, 'url'>): URLSearchParams =>
  new URLSearchParams(url.split('?', 2)[1] ?? '');
