import { Problem } from '@aicp/common/errors/problem';
import { countsAnswer } from '@aicp/contracts/limits/counts-question';
import type { Demand } from '@aicp/contracts/limits/demands';

/** How the counters of limits stand. Throws a Problem (503) where that is not to be had. */
export interface LimitCounts {
  peek(demands: readonly Demand[]): Promise<LimitStandings>;
}

/** What each counter has left, in the order of the demands, and which do not fit. */
export interface LimitStandings {
  readonly standings: readonly { readonly remaining: number; readonly resetMs: number }[];
  /** Indexes. */
  readonly refusedBy: readonly number[];
  readonly retryAfterMs: number;
}

const TIMEOUT_MS = 2000;

/** Where no shared counters are, a gateway knows them: the only one, or one of several that each count by themselves. */
export const gatewayCounts = (gatewayUrl: string, token: () => string): LimitCounts => ({
  peek: async (demands) => {
    const answer = await fetch(new URL('/internal/counts', gatewayUrl), {
      method: 'POST',
      headers: { authorization: `Bearer ${token()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ demands }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).then(
      async (response) => countsAnswer.safeParse(await response.json().catch(() => undefined)).data,
      () => undefined,
    );
    if (answer) return answer;
    throw new Problem(
      503,
      `The gateway at ${gatewayUrl} does not say how its limits stand: see whether it runs, and has the same AICP_COUNTS_TOKEN_FILE.`,
      {
        headers: { 'Retry-After': '5' },
      },
    );
  },
});

/** Where nobody can be asked. */
export const NO_COUNTS: LimitCounts = {
  peek: () =>
    Promise.reject(
      new Problem(
        503,
        'The counts of limits are in the memory of each gateway: give gateways and admin service a Redis (AICP_REDIS_URL), or the admin service the one gateway that counts (AICP_GATEWAY_URL) and both the same AICP_COUNTS_TOKEN_FILE.',
      ),
    ),
};
