import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { Answer, Route } from './route.ts';

/** Writes what a handler answered. */
export async function sendAnswer(response: Response, route: Route, answer: Answer): Promise<void> {
  const { status, body, stream, headers = {} } = answer;
  response.status(status).set(headers);
  const contentType = route.answers[status]?.contentType;
  if (contentType !== undefined && headers['Content-Type'] === undefined) {
    response.type(contentType);
  }
  if (stream) {
    await sendStream(response, stream);
  } else if (body === undefined) response.end();
  else if (typeof body === 'string') response.send(body);
  else response.json(body);
}

/** A client that goes away ends the stream, and is nobody's error. */
async function sendStream(response: Response, stream: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(stream), response);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
