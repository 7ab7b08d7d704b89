import { limitsOf, type Limit } from '@aicp/contracts/limits/limit';
import { PriceSchedule } from '@aicp/contracts/prices/price-schedule';
import type { RoutingProvider } from '@aicp/contracts/routing/catalog/resolution';
import type { PricedModel } from '../usage/journal/encode.ts';

/** What answers requests that are none to a model: a tool of an MCP server, or an agent. */
export interface TargetOptions {
  /** Whose tool it is, or which agent: `mcp:search`, `a2a:planner`. Records have it as their provider. */
  readonly server: string;
  /** Of that server, what is called; absent: there is one thing alone. */
  readonly name?: string | undefined;
  /** The organization whose object it is, which pays for it; undefined: the platform. */
  readonly organization: string | undefined;
  /** Whether it costs something, and how much, nano-USD for each call. */
  readonly priceNanoUsd?: bigint | undefined;
  /** Calls a minute, whoever makes them; absent: as many as there are. */
  readonly rpmLimit?: number | undefined;
}

/** Something that is called, in the form in which limits, budgets and records know models. Made once for each snapshot. */
export interface CallTarget {
  readonly model: CalledModel;
  /** Its own, beside those of whoever calls. */
  readonly limits: readonly Limit[];
}

export type CalledModel = PricedModel & {
  readonly provider: RoutingProvider;
  readonly isPlatforms: boolean;
  readonly base: undefined;
};

/** Prices of calls have no date of their own: their version is the price. */
const scheduleOf = (priceNanoUsd: bigint): PriceSchedule => {
  const perRequest = priceNanoUsd.toString();
  const prices = { perRequest };
  return new PriceSchedule({ prices, priceVersion: `call@${perRequest}` }, 'chat');
};

/** What records call it: `mcp:search/lookup`, `a2a:planner`. */
const idOf = ({ server, name }: TargetOptions): string =>
  name === undefined ? server : `${server}/${name}`;

/** What is called, as the rest of the gateway has to know it. */
export function callTarget(options: TargetOptions): CallTarget {
  const { server, organization, priceNanoUsd = 0n, rpmLimit } = options;
  const id = idOf(options);
  return {
    model: {
      id,
      isPlatforms: organization === undefined,
      base: undefined,
      provider: { id: server, organization, unusable: undefined },
      pricing: scheduleOf(priceNanoUsd),
    },
    limits:
      rpmLimit === undefined
        ? []
        : limitsOf({ rpm: rpmLimit }, `call/${organization ?? ''}/${id}`, {
            kind: 'target',
            name: id,
          }),
  };
}
