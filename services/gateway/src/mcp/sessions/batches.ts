import {
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type AuthInfo,
  type McpHandlerRequestOptions,
} from '@modelcontextprotocol/server';

/** The requests of a batch that its client has cancelled, which get no answer. */
export type Unanswered = Set<string | number>;

const NAME = 'unanswered';

/** Whether one body holds several requests, as those of clients of 2025-03-26 and before may. */
export const isBatch = (messages: readonly unknown[]): boolean =>
  messages.filter((one) => isJSONRPCRequest(one)).length > 1;

/** Has the SDK carry the list of them to whoever answers the requests of a batch. */
export function carrying(
  options: McpHandlerRequestOptions | undefined,
  unanswered: Unanswered,
): McpHandlerRequestOptions {
  const authInfo = options?.authInfo;
  return authInfo
    ? { ...options, authInfo: { ...authInfo, extra: { ...authInfo.extra, [NAME]: unanswered } } }
    : { ...options };
}

/** Undefined: the request came alone. */
export const unansweredIn = (authInfo: AuthInfo | undefined): Unanswered | undefined =>
  authInfo?.extra?.[NAME] as Unanswered | undefined;

/** The same without the answers that nobody wants any more: the SDK ends a stream only once it holds the answers to all of a batch. */
export function withoutThem(response: Response, unanswered: Unanswered): Response {
  const { body, status, statusText, headers } = response;
  if (!body || headers.get('content-type') !== 'text/event-stream') return response;
  let begun = '';
  const wanted = new TransformStream<string, string>({
    transform: (text, controller) => {
      begun += text;
      for (let end = begun.indexOf(END); end >= 0; end = begun.indexOf(END)) {
        const event = begun.slice(0, end + END.length);
        begun = begun.slice(end + END.length);
        if (!isAnswerTo(unanswered, event)) controller.enqueue(event);
      }
    },
    flush: (controller) => {
      controller.enqueue(begun);
    },
  });
  const left = body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(wanted)
    .pipeThrough(new TextEncoderStream());
  return new Response(left, { status, statusText, headers });
}

/** Of an event. */
const END = '\n\n';
const DATA = /^data: (.+)$/m;

function isAnswerTo(unanswered: Unanswered, event: string): boolean {
  const data = unanswered.size > 0 ? DATA.exec(event)?.[1] : undefined;
  if (data === undefined) return false;
  const message: unknown = JSON.parse(data);
  const isAnswer = isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);
  return isAnswer && message.id !== undefined && unanswered.has(message.id);
}
