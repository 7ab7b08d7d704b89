import { lookup } from 'node:dns/promises';
import { Problem } from '@aicp/common/errors/problem';
import { countsAnswer } from '@aicp/contracts/limits/counts-question';
import type { Demand } from '@aicp/contracts/limits/demands';

/** How the counters of limits stand. Throws a Problem (503) where that is not to be had. */
export interface LimitCounts {
  peek(demands: readonly Demand[]): Promise<LimitStandings>;
}

/** What each counter has left, in the order of the demands, and which do not fit. */
export interface LimitStandings {
  readonly standings: readonly {
    readonly remaining: number;
    readonly resetMs: number;
    /** What of the limit counts for one request, where that is not all of it. */
    readonly limit?: number | undefined;
  }[];
  /** Indexes. */
  readonly refusedBy: readonly number[];
  readonly retryAfterMs: number;
}

const TIMEOUT_MS = 2000;

/** Who is asked where no shared counters are. */
export interface GatewayCounts {
  /** Of the gateway that counts, or of all: a name that stands for several addresses (a headless Service) stands for several gateways. */
  readonly url: string;
  /** What `AICP_COUNTS_TOKEN_FILE` of the gateways holds. */
  readonly token: () => string;
  /** The addresses that a name stands for, as they are written in a URL; rejects where there are none. */
  readonly addressesOf: (name: string) => Promise<readonly string[]>;
}

/** Where no shared counters are, each gateway counts its share of every limit: what all of them leave is what the limit leaves. */
export const gatewayCounts = ({ url, token, addressesOf }: GatewayCounts): LimitCounts => ({
  peek: async (demands) => {
    const body = JSON.stringify({ demands });
    const urls = await urlsOf(url, addressesOf);
    const answers = await Promise.all(urls.map(async (one) => await ask(one, token(), body)));
    const standings = fleetStandings(answers.filter((answer) => answer !== undefined));
    if (standings) return standings;
    throw new Problem(
      503,
      `The gateway at ${url} does not say how its limits stand: see whether it runs, and has the same AICP_COUNTS_TOKEN_FILE.`,
      {
        headers: { 'Retry-After': '5' },
      },
    );
  },
});

/** Undefined: it did not answer in time, or nothing that can be used. A gateway that starts or ends holds nobody up. */
const ask = async (url: URL, token: string, body: string): Promise<LimitStandings | undefined> =>
  await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).then(
    async (response) => countsAnswer.safeParse(await response.json().catch(() => undefined)).data,
    () => undefined,
  );

/** By TLS, the name is asked and no address, since certificates are for names. */
async function urlsOf(
  gateways: string,
  addressesOf: GatewayCounts['addressesOf'],
): Promise<readonly URL[]> {
  const url = new URL('/internal/counts', gateways);
  if (url.protocol === 'https:') return [url];
  const addresses = await addressesOf(url.hostname.replace(/^\[|\]$/g, '')).catch(() => []);
  return addresses.map((address) => {
    const own = new URL(url);
    own.hostname = address;
    return own;
  });
}

/**
 * What several gateways leave together; undefined where none says. A request goes to one of them, and nobody can say which: it may pass where one of
 * them would let it, and else has to wait until the first of them does.
 */
export function fleetStandings(answers: readonly LimitStandings[]): LimitStandings | undefined {
  const [best] = answers.toSorted(
    (a, b) =>
      Number(a.refusedBy.length > 0) - Number(b.refusedBy.length > 0) ||
      a.retryAfterMs - b.retryAfterMs,
  );
  if (!best) return undefined;
  const standings = best.standings.map((_, index) => {
    const each = answers.flatMap((answer) => answer.standings[index] ?? []);
    const shares = each.flatMap(({ limit }) => limit ?? []);
    return {
      remaining: each.reduce((sum, { remaining }) => sum + remaining, 0),
      resetMs: Math.min(...each.map(({ resetMs }) => resetMs)),
      limit: shares.length > 0 ? Math.max(...shares) : undefined,
    };
  });
  return { standings, refusedBy: best.refusedBy, retryAfterMs: best.retryAfterMs };
}

/** By the resolver of the machine. Of one family alone: a gateway may have an address of each. */
export async function resolvedAddresses(name: string): Promise<readonly string[]> {
  const found = await lookup(name, { all: true });
  return found
    .filter(({ family }) => family === found[0]?.family)
    .map(({ address, family }) => (family === 6 ? `[${address}]` : address));
}

/** Where nobody can be asked. */
export const NO_COUNTS: LimitCounts = {
  peek: () =>
    Promise.reject(
      new Problem(
        503,
        'The counts of limits are in the memory of each gateway: give gateways and admin service a Redis (AICP_REDIS_URL; in the chart, valkey), or the admin service the gateways that count (AICP_GATEWAY_URL) and all of them the same AICP_COUNTS_TOKEN_FILE (in the chart, gateway.countsTokenSecret).',
      ),
    ),
};
