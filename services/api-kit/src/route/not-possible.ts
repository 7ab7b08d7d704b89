import { Problem } from '@aicp/common/errors/problem';
import type { RequestHandler } from 'express';

/** 405: a path takes other methods, which Allow names. */
export const notPossible = (method: string, allow: string): Problem =>
  new Problem(405, `${method} is not possible here, only ${allow}.`, { headers: { Allow: allow } });

/** What a page answers to every method that it does not take: mounted behind these. */
export const only =
  (allow: string): RequestHandler =>
  ({ method }) => {
    throw notPossible(method, allow);
  };
