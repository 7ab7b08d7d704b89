import type { RequestHandler } from 'express';
import type { ClientRequest } from '../client/client.ts';
import { sendRefusal } from '../http/send-refusal.ts';
import type { Refusal } from '../pipeline/exchange/refusal.ts';

/** Where Google's clients ask for files, and send them. */
export const GOOGLE_PATHS = [
  '/v1beta/files',
  '/v1beta/files/*name',
  '/upload/v1beta/files',
  '/upload/v1/files',
];

/** Answers what clients of Google's API ask of files. */
export const refuseGoogle: RequestHandler = (request, response) => {
  sendRefusal(request, response, notServed('Google'));
};

/** Lets pass who speaks OpenAI's API. Clients of Anthropic's, and of Google's, ask at the same address, and mean files of another form. */
export const onlyOpenAi: RequestHandler = (request, response, next) => {
  const vendor = vendorOf(request);
  if (vendor === undefined) next();
  else sendRefusal(request, response, notServed(vendor));
};

/** Whose API a request is of, by the headers that only its clients send; undefined where it is OpenAI's. */
function vendorOf({ headers }: Pick<ClientRequest, 'headers'>): string | undefined {
  if (headers['anthropic-version'] !== undefined) return 'Anthropic';
  return headers['x-goog-api-key'] === undefined ? undefined : 'Google';
}

/** 404: no vendor but OpenAI, and who is like it, is asked for files. */
const notServed = (vendor: string): Refusal => ({
  ...{ status: 404, type: 'invalid_request_error', code: 'not_served', param: null, headers: [] },
  message: `The files API of ${vendor} is not served: in messages, send the content of a file itself, as base64 or as text. Files are kept by OpenAI's API alone, for models of OpenAI and Azure OpenAI: have a client of OpenAI's ask at /v1/files.`,
});
