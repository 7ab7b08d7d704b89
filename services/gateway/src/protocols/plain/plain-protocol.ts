import { parseJson } from '@aicp/common/json/parse-json';
import { isObject, objectOf, textOf } from '../../formats/json/members.ts';
import { readAnswerModel } from '../openai-chat/answer-model.ts';
import { errorBody, eventOf, toOpenAiError } from '../openai-chat/error-body.ts';
import { ChatStream } from '../openai-chat/chat-stream.ts';
import { guardDocument } from '../chat-texts/guarded-document.ts';
import { GuardedStream } from '../openai-chat/guarded-stream.ts';
import type { ReadingThread } from '../openai-chat/reading-thread.ts';
import { refusalReason } from '../openai-chat/refusal-reason.ts';
import { answerCharacters, readUsage } from '../openai-chat/usage-object.ts';
import { ofDeployment, deploymentsOf } from '../deployments.ts';
import {
  isBadRequest,
  type BadRequest,
  type Protocol,
  type ProtocolRequest,
  type RequestAddress,
} from '../protocol.ts';
import { guardPlain } from './guarded-plain.ts';
import { PlainDocument, type AnswerMember } from './plain-document.ts';
import { PlainRequest, type PlainAnswers } from './plain-request.ts';
import type { PlainKind } from './plain-rules.ts';
import { plainUsage } from './plain-usage.ts';
import { readPlain, type PlainFacts } from './read-plain.ts';

/** What sets one kind of requests apart. */
interface PlainApi {
  readonly kind: PlainKind;
  readonly paths: readonly string[];
  readonly modes: readonly string[];
  readonly reader: PlainAnswers;
  /** What it does otherwise than the others. */
  readonly own?: Partial<Protocol>;
}

export type PlainThread = Pick<ReadingThread<PlainFacts>, 'read'>;

/** The API of one kind of requests. */
export const plainProtocol = (
  { kind, reader, paths, modes, own = {} }: PlainApi,
  thread: PlainThread,
): Protocol => {
  const toRequest = (
    body: Buffer,
    read: PlainFacts | BadRequest,
    address?: RequestAddress,
  ): ProtocolRequest | BadRequest => {
    const facts = isBadRequest(read) ? read : ofDeployment(read, address);
    return isBadRequest(facts) ? facts : new PlainRequest(body, facts, { kind, reader, address });
  };
  return {
    ...{ name: kind, format: kind, paths, modes },
    read: (body, address) => toRequest(body, readPlain(body, kind), address),
    readLarge(body, done, address) {
      const heard = (result: Parameters<Parameters<PlainThread['read']>[1]>[0]): void => {
        done(result && toRequest(result.body, result.read, address));
      };
      thread.read(body, heard, kind);
    },
    usageOf: plainUsage,
    charactersOf: () => 0,
    modelOf: readAnswerModel,
    errorBody,
    providerError: toOpenAiError,
    refusalReason,
    errorEvent: eventOf,
    guardDocument: guardPlain,
    guardStream: (guard) => new GuardedStream(guard),
    ...own,
  };
};

const listOf = (list: AnswerMember): PlainAnswers => ({
  openDocument: () => new PlainDocument(list),
});

const { paths: AZURE_EMBEDDINGS, ...AZURE_ADDRESS } = deploymentsOf('/embeddings');

/** OpenAI's embeddings. */
export const embeddings = (thread: PlainThread): Protocol =>
  plainProtocol(
    {
      kind: 'embeddings',
      paths: ['/v1/embeddings', '/embeddings', ...AZURE_EMBEDDINGS],
      modes: ['embedding'],
      reader: listOf('data'),
      own: AZURE_ADDRESS,
    },
    thread,
  );

/** Cohere's rerank, as Jina and vLLM speak it too. An error says its message where Cohere's clients look for it as well. */
export const rerank = (thread: PlainThread): Protocol =>
  plainProtocol(
    {
      kind: 'rerank',
      paths: ['/v1/rerank', '/rerank', '/v2/rerank'],
      modes: ['rerank'],
      reader: listOf('results'),
      own: {
        errorBody: (error) =>
          Buffer.from(JSON.stringify({ message: error.message, error: { ...error } })),
        providerError: (body, status, guard) => withMessage(toOpenAiError(body, status, guard)),
      },
    },
    thread,
  );

/** An error in OpenAI's shape that says its message beside as well. */
function withMessage(error: Buffer): Buffer {
  const told = parseJson(error.toString());
  const message = isObject(told) ? textOf(objectOf(told.error)?.message) : undefined;
  return message === undefined
    ? error
    : Buffer.from(JSON.stringify({ ...(told as object), message }));
}

/** OpenAI's moderations, by a model. It has no address of its own: guardrails answer those that name no model. */
export const moderations = (thread: PlainThread): Protocol =>
  plainProtocol(
    { kind: 'moderations', paths: [], modes: ['moderation'], reader: listOf('results') },
    thread,
  );

/** Of each prompt there are answers of their own. */
const guardCompletion: Protocol['guardDocument'] = (answer, guard) => guardDocument(answer, guard);

/** OpenAI's completions, of before there were chats. Models that chat are asked in a chat. */
export const completions = (thread: PlainThread): Protocol =>
  plainProtocol(
    {
      kind: 'completions',
      paths: ['/v1/completions', '/completions'],
      modes: ['completion', 'chat'],
      reader: {
        openDocument: () => new PlainDocument('choices'),
        openStream: (stripUsage) => new ChatStream({ stripUsage }),
      },
      own: { usageOf: readUsage, charactersOf: answerCharacters, guardDocument: guardCompletion },
    },
    thread,
  );
