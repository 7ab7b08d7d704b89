import type { ProviderEgress } from '@aicp/common/config/egress-environment';
import { addressGuard, type AddressGuard } from '@aicp/common/http/address-guard';
import { guardedRequest, type GuardedAnswer } from '@aicp/common/http/guarded-request';
import type { Clock } from '@aicp/common/time/clock';
import type { Delivery, Outcome } from './channel.ts';
import { outcomeOf, outcomeOfError } from './http-outcome.ts';

export interface GuardedPostOptions {
  /** Where the platform's subscriptions may lead, and where those of organizations. */
  readonly egress: ProviderEgress;
  readonly clock: Clock;
}

/** A receiver has so long to answer, ms. */
const TIMEOUT_MS = 15_000;
/** More of an answer is not read, bytes. */
const MOST_ANSWER_BYTES = 4096;

export interface Posting {
  readonly url: URL;
  readonly body: unknown;
  readonly delivery: Delivery;
  readonly signal: AbortSignal;
  /** What an answer that is no success means beyond its status; undefined: nothing. */
  readonly refusal?: (answer: GuardedAnswer) => Partial<Refusal> | undefined;
}

type Refusal = Extract<Outcome, { kind: 'failed' }>;

/** Posts JSON to services that others named: each connection is looked at, and redirects are not followed. */
export class GuardedPost {
  private readonly clock: Clock;
  private readonly guards: { readonly platform: AddressGuard; readonly tenants: AddressGuard };

  constructor({ egress, clock }: GuardedPostOptions) {
    this.clock = clock;
    const { platform, tenants } = egress;
    this.guards = { platform: addressGuard(platform), tenants: addressGuard(tenants) };
  }

  async send({ url, body, delivery, signal, refusal }: Posting): Promise<Outcome> {
    const { platform, tenants } = this.guards;
    const text = JSON.stringify(body);
    try {
      const answer = await guardedRequest(url, {
        guard: delivery.subscription.organization === undefined ? platform : tenants,
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(text),
          'user-agent': 'aicp-events',
        },
        body: text,
        maxBytes: MOST_ANSWER_BYTES,
        timeoutMs: TIMEOUT_MS,
        isBodySpare: true,
        signal,
      });
      const outcome = outcomeOf(answer, this.clock.now());
      return outcome.kind === 'delivered' ? outcome : { ...outcome, ...refusal?.(answer) };
    } catch (error) {
      signal.throwIfAborted();
      return outcomeOfError(error, url.hostname);
    }
  }
}

/** Nothing was sent, and sending it again would not help. */
export const failedForGood = (reason: string): Outcome => ({
  kind: 'failed',
  reason,
  isFinal: true,
});

/** An address that can be posted to; undefined where it is none. */
export function httpUrlOf(text: string): URL | undefined {
  const url = URL.parse(text.trim());
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}
