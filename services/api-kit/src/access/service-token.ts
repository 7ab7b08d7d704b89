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

/** Such a service. */
export interface Caller {
  /** The pod that its token was made for; undefined where the token names none. */
  readonly pod: string | undefined;
}

/** The service whose bearer token it is; undefined where it is nobody's. Rejects where that cannot be found out now. */
export type CallerOf = (token: string) => Promise<Caller | undefined>;

interface Deps {
  readonly api: Pick<KubernetesApi, 'read'>;
  readonly namespace: string;
  readonly clock: Clock;
}

/** The check of tokens. */
export function serviceCheck(auth: ServiceAuth, deps: Deps): ServiceCheck {
  const callerOf = serviceCaller(auth, deps);
  return async (token) => (await callerOf(token)) !== undefined;
}

/** The same, for whom it matters which replica calls. */
export function serviceCaller(auth: ServiceAuth, deps: Deps): CallerOf {
  if (auth.type === 'token') {
    const isOwn = tokenCheck(auth.token);
    return async (token) => ((await isOwn(token)) ? { pod: undefined } : undefined);
  }
  const { audience, serviceAccounts } = auth;
  const known = new Map(serviceAccounts.map((account) => [account, account]));
  return authenticatePods({ ...deps, audience, serviceAccounts: known });
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
