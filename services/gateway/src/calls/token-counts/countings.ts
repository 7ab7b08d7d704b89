import { parseJson } from '@aicp/common/json/parse-json';
import { isObject, objectOf } from '../../formats/json/members.ts';
import { both, everywhere } from '../../http/app.ts';
import type { BadRequest, Protocol, ProtocolRequest } from '../../protocols/protocol.ts';
import { isBadRequest } from '../../protocols/protocol.ts';

/** How clients of one API ask how many tokens a request has, and are told. */
export interface Counting {
  /** That the request is written in. */
  readonly protocol: Protocol;
  readonly paths: readonly string[];
  /** Reads a body, or says what is wrong with it. `path`: where it was posted. */
  read(body: Buffer, path: string): ProtocolRequest | BadRequest;
  /** The answer. */
  told(tokens: number): object;
}

/** https://docs.anthropic.com/en/api/messages-count-tokens */
const messages = (protocol: Protocol): Counting => ({
  protocol,
  paths: both('/messages/count_tokens'),
  read: (body) => protocol.read(body),
  told: (tokens) => ({ input_tokens: tokens }),
});

const EARLIER: BadRequest = {
  message:
    'What was said before is at the provider, and is not counted here: leave previous_response_id out, and send in input what is to be counted.',
  param: 'previous_response_id',
};

/** OpenAI's API reference, "Get input token counts". */
const responses = (protocol: Protocol): Counting => ({
  protocol,
  paths: everywhere('/responses/input_tokens'),
  read(body) {
    const read = protocol.read(body);
    if (isBadRequest(read)) return read;
    const hasEarlier = read.holding?.refers.some(({ kind }) => kind === 'response') ?? false;
    return hasEarlier ? EARLIER : read;
  },
  told: (tokens) => ({ object: 'response.input_tokens', input_tokens: tokens }),
});

/** From its beginning on: what may begin at many places of a path is looked for at each of them. */
const GEMINI_PATH = /^\/v1(?:beta)?\/models\/(?<model>.+):countTokens$/i;

/** https://ai.google.dev/api/tokens#method:-models.counttokens */
const gemini = (protocol: Protocol): Counting => ({
  protocol,
  paths: ['/v1beta/models/*model\\:countTokens', '/v1/models/*model\\:countTokens'],
  read(body, path) {
    const { model = '' } = GEMINI_PATH.exec(path)?.groups ?? {};
    return protocol.read(contentsOf(body), { model: decodeURIComponent(model), stream: false });
  },
  told: (tokens) => ({ totalTokens: tokens }),
});

/** The request that is counted, where it is wrapped. It names the model once more, which stands in the path. */
function contentsOf(body: Buffer): Buffer {
  if (!body.includes('"generateContentRequest"')) return body;
  const asked = parseJson(body.toString());
  const wrapped = isObject(asked) ? objectOf(asked['generateContentRequest']) : undefined;
  if (!wrapped) return body;
  const { model: _, ...request } = wrapped;
  return Buffer.from(JSON.stringify(request));
}

/** The protocols whose requests are counted. */
export interface CountedProtocols {
  readonly messages: Protocol;
  readonly responses: Protocol;
  readonly gemini: Protocol;
}

/** Every API in which clients ask for it. */
export const countingsOf = (protocols: CountedProtocols): readonly Counting[] => [
  messages(protocols.messages),
  responses(protocols.responses),
  gemini(protocols.gemini),
];
