import { sendProblem, type Problem, type SendProblem } from '@aicp/common/errors/problem';

/** What stands below `/v1/` has the form of OpenAI's API, which clients of theirs call: also the lists in its queries, and its errors. */
export const isOpenAiPath = (path: string): boolean => path.startsWith('/v1/');

/** A query in which lists are written as OpenAI's clients do: `name[]=a&name[]=b` is `name=a&name=b`. */
export function withPlainLists(
  query: Readonly<Record<string, string | string[]>>,
): Record<string, string | string[]> {
  const plain = new Map<string, string | string[]>();
  for (const [sent, value] of Object.entries(query)) {
    const name = sent.endsWith('[]') ? sent.slice(0, -2) : sent;
    const before = plain.get(name);
    const isList = before !== undefined || name !== sent;
    plain.set(name, isList ? [before ?? [], value].flat() : value);
  }
  return Object.fromEntries(plain);
}

/** Answers an error as the path that was asked has it. */
export const sendError: SendProblem = (response, problem, instance) => {
  if (isOpenAiPath(response.req.path)) sendOpenAiError(response, problem);
  else sendProblem(response, problem, instance);
};

const CODES: Readonly<Record<number, string>> = {
  401: 'invalid_api_key',
  429: 'rate_limit_exceeded',
};

/** The request's id is in `X-Request-Id`, where these clients look for it. */
function sendOpenAiError(
  response: Parameters<SendProblem>[0],
  { status, detail, errors, headers }: Problem,
): void {
  const [first] = errors ?? [];
  const code = CODES[status] ?? null;
  const error = { message: detail, type: typeOf(status), param: first?.path ?? null, code };
  response.status(status).set(headers).json({ error });
}

function typeOf(status: number): string {
  if (status >= 500) return 'server_error';
  if (status === 429) return 'requests';
  return status === 403 ? 'permission_error' : 'invalid_request_error';
}
