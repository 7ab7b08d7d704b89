import { parseJson } from '@aicp/common/json/parse-json';
import { z } from 'zod';
import {
  providerBusy,
  toRefusal,
  upstreamFailed,
  upstreamTimeout,
  type Refusal,
} from '../../pipeline/exchange/refusal.ts';
import type { CollectedAnswer } from '../../providers/upstream/collect-answer.ts';
import { UpstreamError } from '../../providers/upstream/provider-client.ts';
import type { Place } from './places.ts';

const vendorError = z.object({
  error: z.object({
    message: z.string(),
    type: z.string().nullish(),
    code: z.string().nullish(),
    param: z.string().nullish(),
  }),
});

const BUSY_SECONDS = 5;
/** Of what a provider says is wrong. */
const LONGEST_MESSAGE = 2_000;

/**
 * Why a provider did not do what it was asked, as the client is told. What it says of the request is passed on, without secrets and with the
 * client's own ids; that it does not know us, or fails, is none of the client's.
 */
export function vendorRefusal(
  { provider, target }: Place,
  { status, body }: Pick<CollectedAnswer, 'status' | 'body'>,
  ids: ReadonlyMap<string, string> = new Map(),
): Refusal {
  if (status === 429) return providerBusy(provider.id, BUSY_SECONDS);
  const text = target.client.errorGuard.clean(body).toString();
  const error = isOfClient(status) ? vendorError.safeParse(parseJson(text)).data?.error : undefined;
  if (!error) return upstreamFailed(provider.id);
  const { message, type, code = null, param = null } = error;
  return toRefusal({
    ...{ status, type: type ?? 'invalid_request_error', code, param },
    message: withIds(message.slice(0, LONGEST_MESSAGE), ids),
  });
}

const isOfClient = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 401 && status !== 403;

const withIds = (message: string, ids: ReadonlyMap<string, string>): string =>
  [...ids].reduce((told, [theirs, ours]) => told.replaceAll(theirs, ours), message);

/** Why a provider gave no answer. Throws what is no fault of its. */
export function failureOf({ provider }: Place, error: unknown): Refusal {
  if (!(error instanceof UpstreamError) || error.kind === 'fault') throw error;
  return error.kind === 'timeout' ? upstreamTimeout(provider.id) : upstreamFailed(provider.id);
}
