import type { Clock } from '@aicp/common/time/clock';
import { CLIENT_FORMATS, VENDOR_FORMATS } from '../../formats/formats.ts';
import {
  Untranslatable,
  type ClientFormat,
  type FormatName,
  type VendorFormat,
  type WrittenRequest,
} from '../../formats/format.ts';
import type {
  ProviderClient,
  UpstreamCall,
  UpstreamReceiver,
  UpstreamRequest,
} from '../upstream/provider-client.ts';
import { RefusedCall } from './refused-call.ts';
import { TranslatedCall } from './translated-call.ts';

/** How a request gets from its client's API into one that the provider speaks. */
interface Way {
  readonly client: ClientFormat;
  readonly vendor: VendorFormat;
  /** The vendor's. */
  readonly to: FormatName;
}

/**
 * Any provider, in any API of chats: requests in an API that the provider speaks go on as they are, and others are translated, with their
 * answers. What cannot be translated is refused with 400, as a provider would.
 */
export class TranslatingClient implements ProviderClient {
  private readonly inner: ProviderClient;
  private readonly clock: Pick<Clock, 'now'>;

  constructor(inner: ProviderClient, clock: Pick<Clock, 'now'>) {
    this.inner = inner;
    this.clock = clock;
  }

  get speaks(): readonly FormatName[] {
    return this.inner.speaks;
  }

  get guard(): ProviderClient['guard'] {
    return this.inner.guard;
  }

  get errorGuard(): ProviderClient['errorGuard'] {
    return this.inner.errorGuard;
  }

  send(request: UpstreamRequest, receiver: UpstreamReceiver): UpstreamCall {
    if (this.inner.speaks.includes(request.format)) return this.inner.send(request, receiver);
    const way = this.wayFrom(request.format);
    if (!way) {
      const message = `The provider of ${request.model} does not serve requests of this kind.`;
      return new RefusedCall({ message }, { receiver, client: CLIENT_FORMATS[request.format] });
    }
    return this.translate(request, receiver, way);
  }

  private wayFrom(format: FormatName): Way | undefined {
    const client = CLIENT_FORMATS[format];
    for (const to of this.inner.speaks) {
      const vendor = VENDOR_FORMATS[to];
      if (client && vendor) return { client, vendor, to };
    }
    return undefined;
  }

  private translate(
    request: UpstreamRequest,
    receiver: UpstreamReceiver,
    { client, vendor, to }: Way,
  ): UpstreamCall {
    const { body, dropped, refusal } = written(request, client, vendor);
    if (refusal) {
      const { message, param } = refusal;
      const fault = { message, param, type: 'invalid_request_error', code: 'untranslatable' };
      return new RefusedCall(fault, { receiver, client });
    }
    const { model, stream, requestId } = request;
    const call = new TranslatedCall({
      decoder: vendor.decoder({ model, stream }),
      encoder: client.encoder({ model, stream, requestId, now: this.clock.now() }),
      ...{ client, vendor, receiver, stream, dropped },
    });
    call.begin(this.inner.send({ ...request, format: to, body }, call));
    return call;
  }
}

/** The request as the vendor takes it, or why it is refused. */
function written(
  { body, model, stream, lossy }: UpstreamRequest,
  client: ClientFormat,
  vendor: VendorFormat,
): WrittenRequest & { readonly refusal?: Untranslatable } {
  try {
    const request = vendor.writeRequest(client.readRequest(body, { model, stream }));
    const [first] = request.dropped;
    if (lossy !== 'reject' || first === undefined) return request;
    const what = request.dropped.join(', ');
    const advice = 'leave it out, or have the model say lossy: drop';
    const message = `The provider of this model cannot be told ${what}: ${advice}.`;
    return { ...request, refusal: new Untranslatable(message, first) };
  } catch (error) {
    if (error instanceof Untranslatable) return { body, dropped: [], refusal: error };
    throw error;
  }
}
