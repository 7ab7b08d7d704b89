import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { isKnown, withEntityTag } from './entity-tag.ts';
import { hasYaml, type Answer, type Route } from './route.ts';

/** Whom an answer goes to, and what for. */
interface Target {
  readonly request: Request;
  readonly response: Response;
  readonly route: Route;
}

/** Writes what a handler answered; 304 where the client has it already. */
export async function sendAnswer(target: Target, given: Answer): Promise<void> {
  const { request, response, route } = target;
  const answer = withEntityTag(route, given);
  const { status, body, stream, headers = {} } = answer;
  response.status(status).set(headers);
  vary(response, route);
  if (!response.hasHeader('Cache-Control')) keepFromCaches(response, route);
  if (answer !== given && isKnown(headers['ETag'] as string, request.get('if-none-match'))) {
    response.removeHeader('Content-Type');
    response.status(304).end();
    return;
  }
  const contentType = route.answers[status]?.contentType;
  if (contentType !== undefined && headers['Content-Type'] === undefined) {
    response.type(contentType);
  }
  if (stream) await sendStream(response, stream);
  else sendBody(response, body);
}

/** What somebody was answered is kept nowhere: it may hold a key that is shown once. */
function keepFromCaches(response: Response, { permission }: Route): void {
  if (permission !== 'public') response.set('Cache-Control', 'no-store');
}

/** What one reader is answered is nothing for another, nor is one form of it for another. */
function vary(response: Response, route: Route): void {
  const { method, permission, answers } = route;
  if (method === 'get' && permission !== 'public') response.vary('Authorization');
  if (answers[200]?.isCsvToo === true || hasYaml(route)) response.vary('Accept');
}

function sendBody(response: Response, body: unknown): void {
  if (body === undefined) response.end();
  else if (typeof body === 'string' || Buffer.isBuffer(body)) response.send(body);
  else response.json(body);
}

/** A client that goes away ends the stream, and is nobody's error; so does one that was gone before the first piece, which a pipeline would not tell the stream. */
async function sendStream(response: Response, stream: AsyncIterable<string>): Promise<void> {
  const pieces = Readable.from(stream);
  if (response.destroyed || response.closed) {
    pieces.destroy();
    return;
  }
  try {
    await pipeline(pieces, response);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
