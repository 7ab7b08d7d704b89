import type { RequestAddress } from '../protocol.ts';

/** Google's SDKs ask in the version v1beta, or v1. */
export const GEMINI_PATHS = ['/v1beta', '/v1'].flatMap((version) => [
  `${version}/models/*model\\:generateContent`,
  `${version}/models/*model\\:streamGenerateContent`,
]);

/** Those that need no decoding. */
export const GEMINI_TARGETS =
  /^\/v1(?:beta)?\/models\/[\w.@/-]+:(?:g|streamG)enerateContent(?:\?[\w=&.-]*)?$/;

const PATH =
  /^\/v1(?:beta)?\/models\/(?<model>[^?]+):(?<method>generateContent|streamGenerateContent)(?:\?(?<query>.*))?$/;

export interface GeminiAddress extends RequestAddress {
  readonly model: string;
  readonly stream: boolean;
  /** How its answer is to be written: `sse` as events; absent, or `json`, as JSON, of which a stream is a list. */
  readonly alt: string | undefined;
}

/** What an address says: `/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse`; undefined where it is no such address. */
export function geminiAddressOf(url: string): GeminiAddress | undefined {
  const { model = '', method, query = '' } = PATH.exec(url)?.groups ?? {};
  const name = decodedOf(model);
  if (method === undefined || name === undefined) return undefined;
  const alt = new URLSearchParams(query).get('alt') ?? undefined;
  return { model: name, stream: method === 'streamGenerateContent', alt };
}

function decodedOf(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
