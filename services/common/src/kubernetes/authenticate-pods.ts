import { createLocalJWKSet, errors, jwtVerify, type JSONWebKeySet } from 'jose';
import { z } from 'zod';
import type { Clock } from '../time/clock.ts';
import type { KubernetesApi } from './api.ts';

/** Who asks: the service that a token stands for, and the pod it was made for where it says so. */
export interface Identity {
  readonly service: string;
  readonly pod: string | undefined;
}

/** Finds out who a bearer token belongs to; undefined for one that is not good. Rejects where that cannot be found out now. */
export type Authenticate = (token: string) => Promise<Identity | undefined>;

export interface PodAuthOptions {
  readonly api: Pick<KubernetesApi, 'read'>;
  readonly namespace: string;
  /** Audience that the tokens have to be made for. */
  readonly audience: string;
  /** The service that each ServiceAccount of the namespace stands for. */
  readonly serviceAccounts: ReadonlyMap<string, string>;
  readonly clock: Clock;
}

const discovery = z.object({ issuer: z.string() });
const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });
const claims = z.object({
  sub: z.string(),
  'kubernetes.io': z.object({ pod: z.object({ name: z.string() }).optional() }).optional(),
});

/** A token of an unknown key makes us fetch the keys anew, but not more often than this, ms. */
const REFETCH_MS = 15_000;
/** A cluster's keys change rarely; this bounds how long one that was withdrawn is still good, ms. */
const KEYS_MS = 3_600_000;

interface Cluster {
  readonly issuer: string;
  readonly keys: ReturnType<typeof createLocalJWKSet>;
  readonly fetchedAt: number;
}

/**
 * Verifies projected ServiceAccount tokens offline against the cluster's public keys, so that it works while the API server is away.
 * Only the first token needs the keys fetched.
 */
export function authenticatePods(options: PodAuthOptions): Authenticate {
  const cache: { cluster?: Cluster; fetching?: Promise<Cluster> } = {};
  // All replicas come at once when an operator starts: one question is enough.
  const fetched = (): Promise<Cluster> => {
    cache.fetching ??= fetchKeys(options).finally(() => {
      delete cache.fetching;
    });
    return cache.fetching;
  };
  const cluster = async (maxAgeMs: number): Promise<Cluster> => {
    const known = cache.cluster;
    const age = known ? options.clock.monotonic() - known.fetchedAt : Number.POSITIVE_INFINITY;
    if (known && age <= maxAgeMs) return known;
    try {
      cache.cluster = await fetched();
    } catch (error) {
      if (!known) throw error;
      // The keys of before are better than none while the API server is away.
      cache.cluster = { ...known, fetchedAt: options.clock.monotonic() };
    }
    return cache.cluster;
  };
  return async (token) => {
    const verified =
      (await verify(token, await cluster(KEYS_MS), options)) ??
      (await verify(token, await cluster(REFETCH_MS), options));
    const parsed = claims.safeParse(verified).data;
    if (!parsed) return undefined;
    const service = serviceOf(parsed.sub, options);
    return service === undefined ? undefined : { service, pod: parsed['kubernetes.io']?.pod?.name };
  };
}

async function fetchKeys({ api, clock }: PodAuthOptions): Promise<Cluster> {
  const { issuer } = discovery.parse(await api.read('/.well-known/openid-configuration'));
  const keys = keySet.parse(await api.read('/openid/v1/jwks')) as JSONWebKeySet;
  return { issuer, keys: createLocalJWKSet(keys), fetchedAt: clock.monotonic() };
}

async function verify(
  token: string,
  { issuer, keys }: Cluster,
  { audience, clock }: PodAuthOptions,
): Promise<unknown> {
  try {
    const currentDate = new Date(clock.now());
    const { payload } = await jwtVerify(token, keys, { issuer, audience, currentDate });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

function serviceOf(subject: string, options: PodAuthOptions): string | undefined {
  const [system, type, namespace, name, ...rest] = subject.split(':');
  const isAccount = system === 'system' && type === 'serviceaccount' && rest.length === 0;
  if (!isAccount || namespace !== options.namespace) return undefined;
  return options.serviceAccounts.get(name ?? '');
}
