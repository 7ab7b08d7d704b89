import { addressGuard, type AddressGuard } from '@aicp/common/http/address-guard';
import type { ProviderEgress } from '@aicp/common/config/egress-environment';
import { guardedRequest } from '@aicp/common/http/guarded-request';
import type { Clock } from '@aicp/common/time/clock';
import { Webhook } from 'standardwebhooks';
import type { Channel, Delivery, Outcome, TargetOf } from '../channel.ts';
import { outcomeOf, outcomeOfError } from '../http-outcome.ts';
import { envelopeOf } from './envelope.ts';

export interface WebhookChannelOptions {
  /** Where the platform's subscriptions may lead, and where those of organizations. */
  readonly egress: ProviderEgress;
  /** `source` of the events: a URI reference that stands for this installation. */
  readonly source: string;
  readonly clock: Clock;
}

/** A receiver has so long to answer, ms. */
const TIMEOUT_MS = 15_000;
/** More of an answer is not read, bytes. */
const MOST_ANSWER_BYTES = 4096;

/** Posts events as CloudEvents, signed as Standard Webhooks says. */
export class WebhookChannel implements Channel<'webhook'> {
  private readonly options: WebhookChannelOptions;
  private readonly guards: { readonly platform: AddressGuard; readonly tenants: AddressGuard };

  constructor(options: WebhookChannelOptions) {
    this.options = options;
    const { platform, tenants } = options.egress;
    this.guards = { platform: addressGuard(platform), tenants: addressGuard(tenants) };
  }

  async send(
    delivery: Delivery,
    target: TargetOf<'webhook'>,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const url = urlOf(target.url);
    if (!url) return final('The address is no http or https address: write another one.');
    const body = envelopeOf(delivery, this.options.source);
    const headers = signed(delivery.id, body, {
      secrets: target.secrets,
      now: new Date(this.options.clock.now()),
    });
    if (!headers) {
      return final('The secret is missing, or is not whsec_ and base64: rotate the secret.');
    }
    return await this.post({ url, body, headers, delivery, signal });
  }

  private async post(request: {
    readonly url: URL;
    readonly body: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly delivery: Delivery;
    readonly signal: AbortSignal;
  }): Promise<Outcome> {
    const { url, body, headers, delivery, signal } = request;
    const { platform, tenants } = this.guards;
    try {
      const answer = await guardedRequest(url, {
        guard: delivery.subscription.organization === undefined ? platform : tenants,
        method: 'POST',
        headers,
        body,
        maxBytes: MOST_ANSWER_BYTES,
        timeoutMs: TIMEOUT_MS,
        isBodySpare: true,
        signal,
      });
      return outcomeOf(answer, this.options.clock.now());
    } catch (error) {
      signal.throwIfAborted();
      return outcomeOfError(error, url.hostname);
    }
  }
}

const final = (reason: string): Outcome => ({ kind: 'failed', reason, isFinal: true });

function urlOf(text: string): URL | undefined {
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

/** The headers of an attempt, with one signature for each secret; undefined where there is none, or one is none. */
function signed(
  id: string,
  body: string,
  { secrets, now }: { readonly secrets: readonly string[]; readonly now: Date },
): Record<string, string> | undefined {
  const signers = secrets.map(signerOf).filter((signer) => signer !== undefined);
  if (signers.length === 0 || signers.length < secrets.length) return undefined;
  const signatures = signers.map((signer) => signer.sign(id, now, body));
  return {
    'content-type': 'application/cloudevents+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'aicp-events',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}

function signerOf(secret: string): Webhook | undefined {
  if (!secret.startsWith('whsec_')) return undefined;
  try {
    return new Webhook(secret);
  } catch {
    // It is no base64, which the caller says.
    return undefined;
  }
}
