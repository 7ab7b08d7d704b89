import { createHash, timingSafeEqual } from 'node:crypto';
import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import { authenticatePods } from '@aicp/common/kubernetes/authenticate-pods';
import type { Clock } from '@aicp/common/time/clock';
import type { Request } from 'express';

/** How another service is known: by a token of one machine, or by one of some ServiceAccounts. */
export type ServiceAuth =
  | { readonly type: 'token'; readonly token: string }
  | {
      readonly type: 'pods';
      /** Audience that its tokens are made for. */
      readonly audience: string;
      readonly serviceAccounts: readonly string[];
    };

/** Whether a bearer token is that of such a service. Rejects where that cannot be found out now. */
export type ServiceCheck = (token: string) => Promise<boolean>;

/** The check of tokens. */
export function serviceCheck(
  auth: ServiceAuth,
  deps: { api: Pick<KubernetesApi, 'read'>; namespace: string; clock: Clock },
): ServiceCheck {
  if (auth.type === 'token') return tokenCheck(auth.token);
  const { audience, serviceAccounts } = auth;
  const known = new Map(serviceAccounts.map((account) => [account, account]));
  const authenticate = authenticatePods({ ...deps, audience, serviceAccounts: known });
  return async (token) => (await authenticate(token)) !== undefined;
}

/** The check where there is one token, in time that says nothing of it. */
export function tokenCheck(own: string): ServiceCheck {
  const digested = digest(own);
  return (token) => Promise.resolve(timingSafeEqual(digest(token), digested));
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The bearer token of a request; empty where there is none. */
export const bearerOf = (request: Pick<Request, 'get'>): string =>
  /^Bearer (.+)$/i.exec(request.get('authorization') ?? '')?.[1] ?? '';
