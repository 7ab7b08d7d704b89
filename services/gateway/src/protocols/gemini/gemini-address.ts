import type { RequestAddress } from '../protocol.ts';

const VERSIONS = ['/v1beta', '/v1'];

/** Where Google's SDKs ask for one thing of a model: in the version v1beta, or v1. */
export const geminiPaths = (method: string): readonly string[] =>
  VERSIONS.map((version) => `${version}/models/*model\\:${method}`);

/** Those that need no decoding. `methods`: as a pattern. */
export const geminiTargets = (methods: string): RegExp =>
  new RegExp(String.raw`^/v1(?:beta)?/models/[\w.@/-]+:(?:${methods})(?:\?[\w=&.-]*)?$`);

export const GEMINI_PATHS = ['generateContent', 'streamGenerateContent'].flatMap(geminiPaths);
export const GEMINI_TARGETS = geminiTargets('generateContent|streamGenerateContent');

const PATH = /^\/v1(?:beta)?\/models\/(?<model>[^?]+):(?<method>[A-Za-z]+)(?:\?(?<query>.*))?$/;

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
  if (method === undefined || !METHODS.has(method) || name === undefined) return undefined;
  const alt = new URLSearchParams(query).get('alt') ?? undefined;
  return { model: name, stream: method === 'streamGenerateContent', alt };
}

const METHODS: ReadonlySet<string> = new Set([
  ...['generateContent', 'streamGenerateContent', 'embedContent', 'batchEmbedContents'],
]);

function decodedOf(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
