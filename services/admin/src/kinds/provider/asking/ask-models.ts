import type { AddressGuard } from '@aicp/common/http/address-guard';
import { guardedRequest, type GuardedAnswer } from '@aicp/common/http/guarded-request';
import { parseJson } from '@aicp/common/json/parse-json';
import { PROVIDER_TYPES, providerType } from '@aicp/crds/kit/provider-types';
import type { Spec } from '@aicp/admin/resources/collection';
import type { OfferedModel } from '../vendors/offered-model.ts';
import { listUrl, readerOf, vendorApi, type VendorApi } from '../vendors/vendor-apis.ts';
import { connectionFailure } from './connection-failure.ts';
import type { Failure } from './failure.ts';
import { settingsOf, type ProviderWay } from './provider-way.ts';
import { statusFailure } from './status-failure.ts';

export interface Asking {
  readonly spec: Spec;
  /** Undefined: the provider needs none. */
  readonly credential: string | undefined;
  readonly guard: AddressGuard;
  /** As gateways reach it; absent: directly, by the certificates of the process. */
  readonly way?: ProviderWay | undefined;
}

/** What a provider lists, or why it does not. */
export type Asked =
  | { readonly models: readonly OfferedModel[]; readonly status: number }
  | { readonly failure: Failure };

const TIMEOUT_MS = 10_000;
/** A list of models is longer nowhere. */
const MAX_BYTES = 4 * 1_048_576;

/** Asks a provider for its models: a real request that costs nothing. Never rejects: what goes wrong is the answer. */
export async function askModels(asking: Asking): Promise<Asked> {
  const { spec } = asking;
  const type = String(spec['type']);
  const api = vendorApi(type);
  if ('unasked' in api) return failed('not_testable', api.unasked);
  const unasked =
    asking.credential === undefined ? undefined : api.unaskedWith?.(asking.credential);
  if (unasked !== undefined) return failed('not_testable', unasked);
  const base = baseOf(spec, type);
  if (base === undefined) return failed('bad_address', 'It has no address: write base_url.');
  if (!URL.canParse(base)) return failed('bad_address', 'Its base_url is no address.');
  const url = listUrl(api, base, spec);
  try {
    return readAnswer(await send(url, asking, api), api);
  } catch (error) {
    return { failure: connectionFailure(error, url) };
  }
}

const failed = (reason: Failure['reason'], message: string): Asked => ({
  failure: { reason, status: null, message },
});

function baseOf({ baseUrl }: Spec, type: string): string | undefined {
  if (typeof baseUrl === 'string') return baseUrl;
  const known = PROVIDER_TYPES.find((name) => name === type);
  return known && providerType(known).baseUrl;
}

async function send(
  url: URL,
  { spec, credential, guard, way = {} }: Asking,
  api: VendorApi,
): Promise<GuardedAnswer> {
  const headers = {
    accept: 'application/json',
    'user-agent': 'ai-control-plane',
    ...((spec['headers'] ?? {}) as Record<string, string>),
    ...(credential === undefined ? {} : api.headers(credential)),
  };
  const limits = { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS };
  return await guardedRequest(url, { guard, headers, ...limits, way: settingsOf(way, url) });
}

function readAnswer(answer: GuardedAnswer, api: VendorApi): Asked {
  const { status, body } = answer;
  if (status < 200 || status > 299) return { failure: statusFailure(answer) };
  const models = readerOf(api)(parseJson(body.toString()));
  if (models) return { models, status };
  const message = 'It answers, but not with a list of models: look at base_url.';
  return { failure: { reason: 'bad_answer', status, message } };
}
