import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler } from 'express';

const SANE = /^[A-Za-z0-9._:+/=-]{1,128}$/;
const ids = new WeakMap<Request, string>();

/** Gives each request an id: the client's, where it is short and holds no odd character, else a new one. Echoes it. */
export const assignRequestId: RequestHandler = (request, response, next) => {
  const sent = request.get('x-request-id');
  const id = sent !== undefined && SANE.test(sent) ? sent : randomUUID();
  ids.set(request, id);
  response.set('X-Request-Id', id);
  next();
};

/** The id that a request was given. */
export const requestIdOf = (request: Request): string => ids.get(request) ?? '';
