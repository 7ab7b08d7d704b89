import { answerFor, failureOf, piecesOf } from '../../kit/answer-for.ts';
import {
  eventsReply,
  jsonReply,
  type TwinReply,
  type TwinRequest,
  type TwinRoute,
} from '../../kit/start-twin.ts';
import { questionOf, readRequest, refused } from './read-question.ts';
import { writeResponse, type WrittenResponse } from './response-writer.ts';
import type { StoredResponses } from './stored-responses.ts';

/** What a server of Responses is made of. */
export interface ResponsesNeeds {
  readonly stored: StoredResponses;
  /** Throws where it is not said who asks. */
  readonly check: (request: TwinRequest) => void;
  /** The address below which it is asked; absent: OpenAI's. */
  readonly base?: string | undefined;
  /** What stands in each response beside what OpenAI says. */
  readonly beside?: Readonly<Record<string, unknown>> | undefined;
}

/** Responses and those that are kept, as OpenAI serves them. */
export function responsesRoutes(needs: ResponsesNeeds): readonly TwinRoute[] {
  const { stored, check, base = '/v1' } = needs;
  return [
    {
      method: 'POST',
      path: new RegExp(`^${base}/responses$`),
      answer: (request) => respond(request, needs),
    },
    ...stored.routes(check, base),
  ];
}

function respond(request: TwinRequest, { stored, check, beside = {} }: ResponsesNeeds): TwinReply {
  check(request);
  const { asked, whole } = readRequest(request.body, (one) => stored.before(one));
  const question = questionOf(whole);
  const failure = failureOf(question);
  const isKept = asked.store !== false;
  const isBackground = asked.background === true;
  if (!isBackground) failIfAsked(failure);
  else if (!isKept)
    throw refused(400, 'Background mode requires store to be true.', 'background', null);
  const answer = answerFor(question);
  const id = isKept ? stored.nextId() : undefined;
  const written = withBeside(writeResponse(asked, answer, piecesOf, id), beside);
  if (isBackground && asked.stream !== true)
    return jsonReply(stored.begin(asked, failure === undefined ? written : failed(written)));
  if (isKept) stored.keep(asked, written);
  return asked.stream === true
    ? streamed(written, answer.breaks)
    : { ...jsonReply(written.response), breaks: answer.breaks };
}

function failIfAsked(failure: number | undefined): void {
  if (failure !== undefined)
    throw refused(failure, `The twin was asked to fail with ${failure}.`, null, null);
}

const withBeside = (
  { response, events }: WrittenResponse,
  beside: Readonly<Record<string, unknown>>,
): WrittenResponse => ({
  response: { ...response, ...beside },
  events: events.map((event) =>
    'response' in event
      ? { ...event, response: { ...(event['response'] as object), ...beside } }
      : event,
  ),
});

const streamed = ({ events }: WrittenResponse, breaks: boolean): TwinReply =>
  eventsReply(
    events.map((event) => `event: ${String(event['type'])}\ndata: ${JSON.stringify(event)}\n\n`),
    breaks,
  );

/** The same as a run that failed. */
const failed = ({ response, events }: WrittenResponse): WrittenResponse => ({
  events,
  response: {
    ...{ ...response, status: 'failed', output: [], usage: null },
    error: { code: 'server_error', message: 'The twin was asked to fail.' },
  },
});
