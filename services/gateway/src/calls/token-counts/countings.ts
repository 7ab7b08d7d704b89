import { parseJson } from '@aicp/common/json/parse-json';
import { isObject, objectOf } from '../../formats/json/members.ts';
import { both, everywhere } from '../../http/app.ts';
import { messageError } from '../../protocols/anthropic-messages/message-error.ts';
import { readMessage } from '../../protocols/anthropic-messages/read-message.ts';
import { errorBody as geminiError } from '../../protocols/gemini/gemini-errors.ts';
import { readGemini } from '../../protocols/gemini/gemini-scan.ts';
import { errorBody as openAiError } from '../../protocols/openai-chat/error-body.ts';
import { readResponsesRequest } from '../../protocols/openai-responses/responses-request.ts';
import { isBadRequest, type BadRequest, type Protocol } from '../../protocols/protocol.ts';

/** What is counted, of a request. */
export interface Countable {
  /** Undefined where the client named none. */
  readonly model: string | undefined;
  readonly promptCharacters: number;
}

/** How clients of one API ask how many tokens a request has, and are told. */
export interface Counting extends Pick<Protocol, 'errorBody'> {
  readonly paths: readonly string[];
  /** Reads a body, or says what is wrong with it. `path`: where it was posted. */
  read(body: Buffer, path: string): Countable | BadRequest;
  /** The answer. */
  told(tokens: number): object;
}

/** https://docs.anthropic.com/en/api/messages-count-tokens */
const messages: Counting = {
  paths: both('/messages/count_tokens'),
  read: readMessage,
  told: (tokens) => ({ input_tokens: tokens }),
  errorBody: messageError,
};

const EARLIER: BadRequest = {
  message:
    'What was said before is at the provider, and is not counted here: leave previous_response_id out, and send in input what is to be counted.',
  param: 'previous_response_id',
};

/** OpenAI's API reference, "Get input token counts". */
const responses: Counting = {
  paths: everywhere('/responses/input_tokens'),
  read(body) {
    const read = readResponsesRequest(body);
    if (isBadRequest(read)) return read;
    const hasEarlier = read.holding?.refers.some(({ kind }) => kind === 'response') ?? false;
    return hasEarlier ? EARLIER : read;
  },
  told: (tokens) => ({ object: 'response.input_tokens', input_tokens: tokens }),
  errorBody: openAiError,
};

/** From its beginning on: what may begin at many places of a path is looked for at each of them. */
const GEMINI_PATH = /^\/v1(?:beta)?\/models\/(?<model>.+):countTokens$/i;

/** https://ai.google.dev/api/tokens#method:-models.counttokens */
const gemini: Counting = {
  paths: ['/v1beta/models/*model\\:countTokens', '/v1/models/*model\\:countTokens'],
  read(body, path) {
    const read = readGemini(contentsOf(body));
    if (isBadRequest(read)) return read;
    const { model = '' } = GEMINI_PATH.exec(path)?.groups ?? {};
    return { model: decodeURIComponent(model), promptCharacters: read.promptCharacters };
  },
  told: (tokens) => ({ totalTokens: tokens }),
  errorBody: geminiError,
};

/** The request that is counted, where it is wrapped. It names the model once more, which stands in the path. */
function contentsOf(body: Buffer): Buffer {
  if (!body.includes('"generateContentRequest"')) return body;
  const asked = parseJson(body.toString());
  const wrapped = isObject(asked) ? objectOf(asked['generateContentRequest']) : undefined;
  if (!wrapped) return body;
  const { model: _, ...request } = wrapped;
  return Buffer.from(JSON.stringify(request));
}

/** Every API in which clients ask for it. */
export const COUNTINGS: readonly Counting[] = [messages, responses, gemini];
