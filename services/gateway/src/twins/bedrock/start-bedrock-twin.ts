import { answerFor, failureOf, type TwinAnswer } from '../kit/answer-for.ts';
import {
  jsonReply,
  startTwin,
  TwinRefusal,
  type Twin,
  type TwinOptions,
  type TwinReply,
  type TwinRequest,
  type TwinRoute,
} from '../kit/start-twin.ts';
import { answerMessage } from '../anthropic/anthropic-twin.ts';
import { asAnthropic } from '../anthropic/as-anthropic.ts';
import { documentOf, eventFrame, exceptionFrame, framesOf } from './converse-answer.ts';
import { mistakeIn } from './converse-mistakes.ts';
import { questionOf } from './converse-question.ts';
import { converseRequest, type ConverseAsk } from './converse-request.ts';
import { signatureMistake, type TwinKeys } from './signature.ts';

/** Who is known unless somebody else is: the keys of AWS's own examples. */
export const EXAMPLE_KEYS: TwinKeys = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  apiKey: 'bedrock-api-key-of-an-example',
  region: 'us-east-1',
};

export interface BedrockTwinOptions extends Omit<TwinOptions, 'routes'> {
  readonly keys?: TwinKeys | undefined;
}

/** A server that speaks Bedrock's Converse and ConverseStream, checks signatures and keys, and refuses what Bedrock refuses. */
export const startBedrockTwin = ({
  keys = EXAMPLE_KEYS,
  ...where
}: BedrockTwinOptions = {}): Promise<Twin> => startTwin({ ...where, routes: routesFor(keys) });

const routesFor = (keys: TwinKeys): TwinRoute[] => [
  {
    method: 'POST',
    path: /^\/model\/(?<model>[^/]+)\/converse$/,
    answer(request) {
      const answer = answered(request, keys);
      return { ...jsonReply(documentOf(answer)), breaks: answer.breaks };
    },
  },
  {
    method: 'POST',
    path: /^\/model\/(?<model>[^/]+)\/converse-stream$/,
    answer: (request) => streamOf(request, answered(request, keys)),
  },
  {
    method: 'POST',
    path: /^\/model\/(?<model>[^/]+)\/invoke(?:-with-response-stream)?$/,
    answer: (request) => invoked(request, keys),
  },
];

/** A message of Claude's as InvokeModel answers it. */
function invoked(request: TwinRequest, keys: TwinKeys): TwinReply {
  const stranger = signatureMistake(request, keys);
  if (stranger !== undefined) throw refusal(403, stranger);
  const isStream = request.path.endsWith('-stream');
  try {
    const asked = asAnthropic(request, 'bedrock-2023-05-31', { stream: isStream });
    const reply = answerMessage(asked);
    return isStream ? chunksOf(reply, request.body.includes('stream fails')) : reply;
  } catch (error) {
    if (!(error instanceof TwinRefusal)) throw error;
    const { status, pieces } = error.reply;
    throw refusal(status, Buffer.concat(pieces).toString());
  }
}

/** Its events, each in a frame; some of them end with an exception. */
function chunksOf({ pieces, breaks }: TwinReply, fails: boolean): TwinReply {
  const events =
    Buffer.concat(pieces)
      .toString()
      .match(/(?<=^data: ).*$/gm) ?? [];
  const frames = (fails ? events.slice(0, 3) : events).map((event) =>
    eventFrame({ name: 'chunk', body: { bytes: Buffer.from(event).toString('base64') } }),
  );
  const failure = { name: 'throttlingException', body: { message: 'Too many tokens.' } };
  return {
    status: 200,
    headers: { 'content-type': 'application/vnd.amazon.eventstream' },
    pieces: fails ? [...frames, exceptionFrame(failure)] : frames,
    breaks,
  };
}

/** `stream fails` in a question has the stream end with an exception. */
function streamOf(request: TwinRequest, answer: TwinAnswer): TwinReply {
  const fails = request.body.includes('stream fails');
  const message = 'Too many tokens, please wait before trying again.';
  const failure = fails ? { name: 'throttlingException', body: { message } } : undefined;
  return {
    status: 200,
    headers: { 'content-type': 'application/vnd.amazon.eventstream' },
    pieces: framesOf(answer, failure),
    breaks: answer.breaks,
  };
}

function answered(request: TwinRequest, keys: TwinKeys): TwinAnswer {
  const stranger = signatureMistake(request, keys);
  if (stranger !== undefined) throw refusal(403, stranger);
  const ask = readAsk(request);
  const question = questionOf(ask);
  if (question.promptCharacters > 400_000)
    throw refusal(400, 'Input is too long for requested model.');
  const failure = failureOf(question);
  if (failure !== undefined) throw refusal(failure, `It fails with ${failure}.`);
  return answerFor(question);
}

function readAsk({ body, params }: TwinRequest): ConverseAsk {
  const { model = '' } = params;
  if (!/^(?:arn:aws|[a-z0-9-]+\.)/.test(model))
    throw refusal(400, 'The provided model identifier is invalid.');
  const read = converseRequest.safeParse(jsonOf(body));
  if (!read.success) {
    const [issue] = read.error.issues;
    throw refusal(400, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'malformed'}`);
  }
  const mistake = mistakeIn(read.data, model);
  if (mistake !== undefined) throw refusal(400, mistake);
  return read.data;
}

const TYPES: Readonly<Record<number, string>> = {
  400: 'ValidationException',
  403: 'AccessDeniedException',
  404: 'ResourceNotFoundException',
  408: 'ModelTimeoutException',
  424: 'ModelErrorException',
  429: 'ThrottlingException',
  503: 'ServiceUnavailableException',
};

const refusal = (status: number, message: string): TwinRefusal =>
  new TwinRefusal(
    status,
    { message },
    {
      'x-amzn-errortype': `${TYPES[status] ?? 'InternalServerException'}:http://internal.amazon.com/coral/com.amazon.bedrock/`,
    },
  );

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch (error) {
    if (error instanceof SyntaxError) throw refusal(400, 'The request body is no JSON.');
    throw error;
  }
}
