import type { Clock } from '@aicp/common/time/clock';
import type { DocumentTranslation } from '../../formats/documents/document-translation.ts';
import {
  CLIENT_FORMATS,
  DOCUMENT_TRANSLATIONS,
  isServed,
  isTranslatedFor,
  VENDOR_FORMATS,
} from './formats.ts';
import {
  Untranslatable,
  type ClientFormat,
  type FormatName,
  type VendorFormat,
  type WrittenRequest,
} from '../../formats/format.ts';
import type { Conversation } from '../../formats/conversation/conversation.ts';
import type {
  CountTokens,
  ProviderClient,
  UpstreamCall,
  UpstreamReceiver,
  UpstreamRequest,
} from '../upstream/provider-client.ts';
import { countedBody, FaultTranslation } from './counted.ts';
import { DocumentCall } from './document-call.ts';
import { LossyCall } from './lossy-call.ts';
import { lossFault } from './loss-fault.ts';
import { RefusedCall } from './refused-call.ts';
import { tellable } from './tellable.ts';
import { TranslatedCall } from './translated-call.ts';

/** How a request gets from its client's API into one that the provider speaks. */
interface Way {
  readonly client: ClientFormat;
  readonly vendor: VendorFormat;
  /** The vendor's. */
  readonly to: FormatName;
}

/** The same for a request that is no conversation. */
interface DocumentWay {
  readonly way: DocumentTranslation;
  readonly to: FormatName;
}

/** A client with all members, those that may be absent too: one that is new, and that is not passed on, does not compile. */
type WholeClient = {
  readonly [Member in keyof Required<ProviderClient>]: ProviderClient[Member];
};

/**
 * Any provider, in any API: requests in an API that the provider speaks go on as they are, and others are translated, with their
 * answers. What cannot be translated is refused with 400, as a provider would.
 */
export class TranslatingClient implements WholeClient {
  private readonly inner: ProviderClient;
  private readonly clock: Pick<Clock, 'now'>;

  constructor(inner: ProviderClient, clock: Pick<Clock, 'now'>) {
    this.inner = inner;
    this.clock = clock;
  }

  get speaks(): readonly FormatName[] {
    return this.inner.speaks;
  }

  speaksOf(model: string): readonly FormatName[] {
    return this.inner.speaksOf?.(model) ?? this.inner.speaks;
  }

  /** Of APIs that are no conversation's, such as embeddings. */
  serves(format: FormatName, model: string): boolean {
    return isServed(format, this.speaksOf(model));
  }

  get takes(): ProviderClient['takes'] {
    return this.inner.takes;
  }

  get unusable(): ProviderClient['unusable'] {
    return this.inner.unusable;
  }

  get guard(): ProviderClient['guard'] {
    return this.inner.guard;
  }

  get errorGuard(): ProviderClient['errorGuard'] {
    return this.inner.errorGuard;
  }

  get askFor(): ProviderClient['askFor'] {
    const { inner } = this;
    return inner.askFor?.bind(inner);
  }

  get batches(): ProviderClient['batches'] {
    return this.inner.batches;
  }

  get files(): ProviderClient['files'] {
    return this.inner.files;
  }

  /** Sessions are not translated. */
  get openSession(): ProviderClient['openSession'] {
    return this.inner.openSession;
  }

  send(request: UpstreamRequest, receiver: UpstreamReceiver): UpstreamCall {
    const { format, mode } = request;
    const spoken = this.speaksOf(request.model);
    if (spoken.includes(format) && !isTranslatedFor(mode, format))
      return this.inner.send(request, receiver);
    const plain = plainWay(format, spoken);
    if (plain) return this.translateDocument(request, receiver, plain);
    const way = wayFrom(format, spoken);
    return way ? this.translate(request, receiver, way) : notServed(request, receiver);
  }

  /** The count is told as the vendor tells it, errors in the client's API. */
  counterOf(model: string): CountTokens | undefined {
    const count = this.inner.counterOf?.(model);
    if (!count) return undefined;
    const spoken = this.speaksOf(model);
    return (request, receiver) => {
      if (spoken.includes(request.format)) return count(request, receiver);
      const way = wayFrom(request.format, spoken);
      return way ? this.count(request, receiver, { ...way, count }) : notServed(request, receiver);
    };
  }

  private count(
    request: UpstreamRequest,
    receiver: UpstreamReceiver,
    { client, vendor, to, count }: Way & { readonly count: CountTokens },
  ): UpstreamCall {
    const written = this.written(request, { client, vendor, to });
    if (written instanceof Untranslatable)
      return new RefusedCall(faultOf(written), { receiver, client });
    const asked = {
      ...request,
      format: to,
      body: countedBody(to, written.body),
      passed: undefined,
    };
    const call = count(asked, new FaultTranslation({ client, vendor, receiver }));
    return new LossyCall(call, [...written.dropped, ...(call.dropped ?? [])]);
  }

  private written(
    request: UpstreamRequest,
    { client, vendor, to }: Way,
  ): WrittenRequest | Untranslatable {
    const { model, stream, body } = request;
    return lossless(request, () =>
      this.writtenFor(client.readRequest(body, { model, stream }), { vendor, to }),
    );
  }

  private translateDocument(
    request: UpstreamRequest,
    receiver: UpstreamReceiver,
    { way, to }: DocumentWay,
  ): UpstreamCall {
    const { body, model, stream } = request;
    const translated = lossless(request, () => way.translate(body, { model, stream }));
    if (translated instanceof Untranslatable) {
      const fault = faultOf(translated);
      return new RefusedCall(fault, { receiver, client: way });
    }
    const call = new DocumentCall(translated, {
      ...{ way, receiver },
      send: (part, over) => this.inner.send({ ...request, format: to, body: part }, over),
    });
    call.begin();
    return call;
  }

  private writtenFor(
    conversation: Conversation,
    { vendor, to }: Pick<Way, 'vendor' | 'to'>,
  ): WrittenRequest {
    const { takes = [] } = this.inner;
    return vendor.writeRequest(to === 'chat' ? tellable(conversation, takes) : conversation);
  }

  private translate(
    request: UpstreamRequest,
    receiver: UpstreamReceiver,
    { client, vendor, to }: Way,
  ): UpstreamCall {
    const { model, stream, requestId } = request;
    const written = this.written(request, { client, vendor, to });
    if (written instanceof Untranslatable)
      return new RefusedCall(faultOf(written), { receiver, client });
    const { body, dropped, names } = written;
    const call = new TranslatedCall({
      decoder: vendor.decoder({ model, stream, names }),
      encoder: client.encoder({ model, stream, requestId, now: this.clock.now() }),
      ...{ client, vendor, receiver, stream, dropped },
    });
    call.begin(this.inner.send({ ...request, format: to, body, passed: undefined }, call));
    return call;
  }
}

function notServed({ format }: UpstreamRequest, receiver: UpstreamReceiver): UpstreamCall {
  const message = 'The provider of this model does not serve requests of this kind.';
  return new RefusedCall({ message }, { receiver, client: CLIENT_FORMATS[format] });
}

function plainWay(format: FormatName, spoken: readonly FormatName[]): DocumentWay | undefined {
  for (const to of spoken) {
    const way = DOCUMENT_TRANSLATIONS[format]?.[to];
    if (way) return { way, to };
  }
  return undefined;
}

function wayFrom(format: FormatName, spoken: readonly FormatName[]): Way | undefined {
  const client = CLIENT_FORMATS[format];
  for (const to of spoken) {
    const vendor = VENDOR_FORMATS[to];
    if (client && vendor) return { client, vendor, to };
  }
  return undefined;
}

const faultOf = ({ message, param }: Untranslatable) => ({
  ...{ message, param, type: 'invalid_request_error', code: 'untranslatable' },
});

/** The request as the vendor takes it, or why it is refused. */
function lossless<Written extends WrittenRequest>(
  asked: UpstreamRequest,
  write: () => Written,
): Written | Untranslatable {
  try {
    const request = write();
    const fault = lossFault(asked, request.dropped);
    return fault ? new Untranslatable(fault.message, fault.param) : request;
  } catch (error) {
    if (error instanceof Untranslatable) return error;
    throw error;
  }
}
