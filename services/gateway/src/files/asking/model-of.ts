import type { Request } from 'express';
import { queryOf } from '../../http/query-of.ts';

/** The model that a request names beside its body, in the header `x-aicp-model` or in its query; undefined: none. */
export function modelOf(request: Request): string | undefined {
  const header = request.headers['x-aicp-model'];
  if (typeof header === 'string' && header !== '') return header;
  return queryOf(request).get('model') ?? undefined;
}
