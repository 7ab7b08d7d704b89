import { parseJson } from '@aicp/common/json/parse-json';
import type { ClientFormat, FormatName, VendorFormat } from '../../formats/format.ts';
import { isObject } from '../../formats/json/members.ts';
import type {
  UpstreamError,
  UpstreamHeaders,
  UpstreamReceiver,
} from '../upstream/provider-client.ts';

/** What vendors count of a request, where they refuse what else a chat has (https://docs.anthropic.com/en/api/messages-count-tokens). */
const COUNTED: Partial<Record<FormatName, ReadonlySet<string>>> = {
  messages: new Set([
    ...['model', 'messages', 'system', 'tools', 'tool_choice', 'thinking', 'output_config'],
    'cache_control',
  ]),
};

/** A request that was written for a chat, as it is counted. */
export function countedBody(format: FormatName, body: Buffer): Buffer {
  const counted = COUNTED[format];
  const request = counted && parseJson(body.toString());
  if (!counted || !isObject(request)) return body;
  const members = Object.entries(request).filter(([name]) => counted.has(name));
  return Buffer.from(JSON.stringify(Object.fromEntries(members)));
}

/** No error needs more words. */
const LARGEST_FAULT = 65_536;

interface FaultParts {
  readonly client: ClientFormat;
  readonly vendor: VendorFormat;
  readonly receiver: UpstreamReceiver;
}

/** Tells its receiver what it hears, errors of the vendor as the client's API has them. */
export class FaultTranslation implements UpstreamReceiver {
  private readonly parts: FaultParts;
  private status = 0;
  private pieces: Buffer[] = [];
  private size = 0;

  constructor(parts: FaultParts) {
    this.parts = parts;
  }

  onStart(status: number, headers: UpstreamHeaders): void {
    this.status = status;
    this.parts.receiver.onStart(status, headers);
  }

  onData(chunk: Buffer): void {
    if (!this.isFault) {
      this.parts.receiver.onData(chunk);
      return;
    }
    if (this.size < LARGEST_FAULT) this.pieces.push(Buffer.from(chunk));
    this.size += chunk.length;
  }

  onEnd(): void {
    const { client, vendor, receiver } = this.parts;
    if (this.isFault) {
      const fault = vendor.readFault(Buffer.concat(this.pieces), this.status);
      receiver.onData(client.writeFault(fault, this.status));
    }
    receiver.onEnd();
  }

  onError(error: UpstreamError): void {
    this.parts.receiver.onError(error);
  }

  private get isFault(): boolean {
    return this.status >= 400;
  }
}
