import type { AddressGuard } from '@aicp/common/http/address-guard';
import { guardedRequest, type GuardedAnswer } from '@aicp/common/http/guarded-request';
import { parseJson } from '@aicp/common/json/parse-json';
import { describeError } from '@aicp/common/kubernetes/errors';
import type { Clock } from '@aicp/common/time/clock';
import {
  PROVIDER_TYPES,
  providerType,
  type ServedProviderType,
} from '@aicp/crds/kit/provider-types';
import { z } from 'zod';
import type { Spec } from '../../resources/collection.ts';

/** What came of asking a provider for its models. */
export interface ProviderVerdict {
  readonly ok: boolean;
  /** HTTP status; null where there was no answer, or nothing to ask. */
  readonly status: number | null;
  readonly latency_ms: number;
  /** How many models it lists; null where it does not say. */
  readonly models: number | null;
  /** A sentence that says what to do. */
  readonly message: string;
}

export interface TestOptions {
  readonly spec: Spec;
  /** Undefined: the provider needs none. */
  readonly credential: string | undefined;
  readonly guard: AddressGuard;
  readonly clock: Clock;
}

const TIMEOUT_MS = 10_000;
/** A list of models is longer nowhere. */
const MAX_BYTES = 4 * 1_048_576;

type Headers = (credential: string) => Record<string, string>;

/** How a credential is sent to the providers of a type that lists its models. */
const TYPES: Readonly<
  Record<Exclude<ServedProviderType, 'simulated'>, Headers> & Partial<Record<string, Headers>>
> = {
  openai: bearer,
  openai_compatible: bearer,
  anthropic: (credential) => ({ 'x-api-key': credential, 'anthropic-version': '2023-06-01' }),
};

function bearer(credential: string): Record<string, string> {
  return { authorization: `Bearer ${credential}` };
}

/** Asks a provider for its models: a real request that costs nothing. Never rejects: what goes wrong is the verdict. */
export async function testProvider(options: TestOptions): Promise<ProviderVerdict> {
  const { spec, clock } = options;
  const type = String(spec['type']);
  const typeName = PROVIDER_TYPES.find((name) => name === type);
  if (type === 'simulated') return verdict({ ok: true, message: 'A simulation always answers.' });
  const headersFor = TYPES[type];
  const base = spec['baseUrl'] ?? (typeName && providerType(typeName).baseUrl);
  if (!headersFor || typeof base !== 'string') {
    return verdict({ message: `Providers of type ${type} cannot be tested in this version.` });
  }
  const began = clock.monotonic();
  const took = (): number => Math.round((clock.monotonic() - began) * 10) / 10;
  try {
    const answer = await ask(urlOf(base), options, headersFor);
    return { ...verdictOf(answer), latency_ms: took() };
  } catch (error) {
    return verdict({ message: `It does not answer: ${describeError(error)}.`, latency_ms: took() });
  }
}

const verdict = (more: Partial<ProviderVerdict> & { message: string }): ProviderVerdict => ({
  ok: false,
  status: null,
  latency_ms: 0,
  models: null,
  ...more,
});

function urlOf(base: string): URL {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/models`;
  return url;
}

async function ask(
  url: URL,
  { spec, credential, guard }: TestOptions,
  headersFor: Headers,
): Promise<GuardedAnswer> {
  const headers = {
    accept: 'application/json',
    'user-agent': 'ai-control-plane',
    ...((spec['headers'] ?? {}) as Record<string, string>),
    ...(credential === undefined ? {} : headersFor(credential)),
  };
  return await guardedRequest(url, { guard, headers, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS });
}

/** What to do about a status. */
const ADVICE: Readonly<Record<number, string>> = {
  401: 'It refuses the credential: send another api_key.',
  403: 'It refuses the credential, or this account: look at its rights.',
  404: 'It has no such path: base_url must hold the version, such as …/v1.',
  429: 'It asks to wait: its limits are reached.',
};

function verdictOf({ status, body }: GuardedAnswer): ProviderVerdict {
  const models = modelsIn(body.toString());
  if (status < 200 || status > 299) {
    return verdict({ status, message: ADVICE[status] ?? `It answers ${status}.` });
  }
  if (models === undefined) {
    return verdict({
      status,
      message: 'It answers, but not with a list of models: look at base_url.',
    });
  }
  return verdict({
    ok: true,
    status,
    models,
    message: `It answers, and lists ${models === 1 ? '1 model' : `${models} models`}.`,
  });
}

const listing = z.object({ data: z.array(z.unknown()) });

const modelsIn = (body: string): number | undefined =>
  listing.safeParse(parseJson(body)).data?.data.length;
