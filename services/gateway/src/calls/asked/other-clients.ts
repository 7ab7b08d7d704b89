import type { RequestHandler } from 'express';
import type { ClientRequest } from '../../client/client.ts';
import { sendRefusal } from '../../http/send-refusal.ts';
import type { Refusal } from '../../pipeline/exchange/refusal.ts';

/** What the clients of a vendor are told who ask for something that is served to OpenAI's alone. */
export type Told = (vendor: string) => string;

/** Answers the clients of one vendor, at addresses that are its own. */
export const refuseClientsOf =
  (vendor: string, told: Told): RequestHandler =>
  (request, response) => {
    sendRefusal(request, response, notServed(told(vendor)));
  };

/** Lets pass who speaks OpenAI's API. Clients of Anthropic's, and of Google's, ask at the same address, and mean something of another form. */
export const onlyOpenAi =
  (told: Told): RequestHandler =>
  (request, response, next) => {
    const vendor = vendorOf(request);
    if (vendor === undefined) next();
    else sendRefusal(request, response, notServed(told(vendor)));
  };

/** Whose API a request is of, by the headers that only its clients send; undefined where it is OpenAI's. */
function vendorOf({ headers }: Pick<ClientRequest, 'headers'>): string | undefined {
  if (headers['anthropic-version'] !== undefined) return 'Anthropic';
  return headers['x-goog-api-key'] === undefined ? undefined : 'Google';
}

/** 404: no vendor but OpenAI, and who is like it, is asked for this. */
const notServed = (message: string): Refusal => ({
  ...{ status: 404, type: 'invalid_request_error', code: 'not_served', param: null, headers: [] },
  message,
});
