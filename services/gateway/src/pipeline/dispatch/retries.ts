import { backoffMs } from '@aicp/common/time/backoff';
import type { RuntimeProvider } from '../../routing/runtime.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { isWorthRetrying, type Failure } from '../exchange/failure.ts';

const BACKOFF_BASE_MS = 100;
const BACKOFF_MOST_MS = 2000;
/** A provider that asks for a longer wait is not waited for. */
const LONGEST_WAIT_MS = 5000;

/** How often one request was sent again to each provider. */
export class Retries {
  private readonly exchange: Exchange;
  private made: Map<RuntimeProvider, number> | undefined;

  constructor(exchange: Exchange) {
    this.exchange = exchange;
  }

  /**
   * Milliseconds until a provider is asked once more after a failure, which takes one retry of its budget; undefined where it is not: the
   * failure says that it would be in vain, it has been asked as often as it may, its circuit is open then, or the budget is used up.
   */
  take(provider: RuntimeProvider, failure: Failure): number | undefined {
    const count = this.made?.get(provider) ?? 0;
    const wait = count < provider.maxRetries ? this.waitAfter(failure, count) : undefined;
    if (wait === undefined) return undefined;
    const by = this.exchange.gateway.clock.monotonic() + wait;
    const target = provider.targets.find(({ health }) => health.openUntil <= by);
    if (target?.health.provider.retries.take() !== true) return undefined;
    this.made ??= new Map();
    this.made.set(provider, count + 1);
    return wait;
  }

  /** What the provider asked to wait, or a growing time of which half is chance, whichever is longer. */
  private waitAfter(failure: Failure, count: number): number | undefined {
    const { gateway, mustEndAt } = this.exchange;
    const { clock, random } = gateway;
    const asked = failure.retryAfterMs ?? 0;
    const isShort = asked <= Math.min(LONGEST_WAIT_MS, mustEndAt - clock.monotonic());
    if (!isWorthRetrying(failure) || !isShort) return undefined;
    const options = { attempt: count, baseMs: BACKOFF_BASE_MS, maxMs: BACKOFF_MOST_MS, random };
    return Math.max(asked, backoffMs(options));
  }
}
