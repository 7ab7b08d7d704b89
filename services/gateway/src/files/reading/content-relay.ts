import { typeHeaders } from '../../pipeline/exchange/response-headers.ts';
import { requestIdHeader } from '../../http/send-refusal.ts';
import { expectNothing, expectReading } from '../../pipeline/answer/client-writer.ts';
import type { Refusal } from '../../pipeline/exchange/refusal.ts';
import type { UpstreamCall, UpstreamHeaders } from '../../providers/upstream/provider-client.ts';
import { streamVendor, type VendorListener, type VendorRequest } from '../asking/ask-vendor.ts';
import type { Asked } from '../../calls/asked/asked.ts';
import type { Place } from '../asking/places.ts';
import { vendorRefusal } from '../asking/vendor-refusal.ts';

/** Bytes of an error that are read. */
const LONGEST_ERROR = 65_536;

/** Types in which nothing runs where a browser shows them. */
const INERT =
  /^(?:text\/(?:plain|csv|markdown)|application\/(?:json|jsonl|x-ndjson|pdf)|(?:audio|video)\/[\w.+-]{1,64}|image\/(?:png|jpeg|gif|webp))(?:;[\w =.-]{0,64})?$/i;
const ANY_BYTES = 'application/octet-stream';

/** Passes the content of a file on as it comes, no faster than the client reads, and without secrets. */
export class ContentRelay implements VendorListener {
  /** Why there is no content; undefined: there is. */
  refusal: Refusal | undefined;
  private readonly asked: Asked;
  private readonly place: Place;
  private readonly headers: readonly string[];
  private status = 0;
  private readonly error: Buffer[] = [];
  private errorBytes = 0;
  private heldBack: Buffer = Buffer.alloc(0);
  private isWaiting = false;

  /** `headers`: of the call, told with the content. */
  constructor(asked: Asked, place: Place, headers: readonly string[]) {
    this.asked = asked;
    this.place = place;
    this.headers = headers;
  }

  /** Resolves with the end of the content, or when there is none. Rejects with an UpstreamError. */
  async run(request: VendorRequest, ids: ReadonlyMap<string, string>): Promise<void> {
    const { asked, place } = this;
    await streamVendor(place, request, { listener: this, signal: asked.left });
    if (this.status === 200) {
      asked.response.end(place.target.client.guard.clean(this.heldBack));
      return;
    }
    const answer = { status: this.status, body: Buffer.concat(this.error) };
    this.refusal = vendorRefusal(place, answer, ids);
  }

  onStart(status: number, headers: UpstreamHeaders): void {
    const { asked } = this;
    const encoding = headers['content-encoding'] ?? 'identity';
    this.status = status;
    if (status !== 200) return;
    if (encoding !== 'identity') {
      this.status = 502;
      return;
    }
    const type = headers['content-type'];
    asked.response.writeHead(200, [
      ...typeHeaders(typeof type === 'string' && INERT.test(type) ? type : ANY_BYTES),
      ...requestIdHeader(asked.request),
      ...this.headers,
    ]);
  }

  onData(chunk: Buffer, call: Pick<UpstreamCall, 'pause' | 'resume'>): void {
    if (this.status === 200) this.write(this.cleaned(chunk), call);
    else this.keep(chunk);
  }

  private keep(chunk: Buffer): void {
    this.errorBytes += chunk.length;
    if (this.errorBytes <= LONGEST_ERROR) this.error.push(Buffer.from(chunk));
  }

  /** Without the last bytes, which may be the beginning of a secret. */
  private cleaned(chunk: Buffer): Buffer {
    const { guard } = this.place.target.client;
    if (guard.reach === 0) return Buffer.from(chunk);
    const bytes = guard.clean(Buffer.concat([this.heldBack, chunk]));
    const end = Math.max(0, bytes.length - guard.reach);
    this.heldBack = bytes.subarray(end);
    return bytes.subarray(0, end);
  }

  private write(bytes: Buffer, call: Pick<UpstreamCall, 'pause' | 'resume'>): void {
    const { response, caller } = this.asked;
    if (bytes.length === 0 || response.write(bytes) || this.isWaiting) return;
    this.isWaiting = true;
    call.pause();
    expectReading(response, caller.gateway.clientStallMs);
    response.once('drain', () => {
      this.isWaiting = false;
      expectNothing(response);
      call.resume();
    });
  }
}
