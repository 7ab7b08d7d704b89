import { text } from 'node:stream/consumers';
import type { IncomingMessage } from 'node:http';
import type { RouteContext } from '@aicp/api-kit/route/route';
import { Problem, type FieldError } from '@aicp/common/errors/problem';
import { z } from 'zod';
import type { AccessDirectory } from '../access/directory.ts';
import { delegatorOf } from '../playground/delegator-of.ts';
import type { EngineQuestion, WorkflowEngine } from './workflow-engine.ts';

export interface EngineNeeds {
  readonly directory: Pick<AccessDirectory, 'keyOfUid' | 'team'>;
  /** Absent where the service knows no engine. */
  readonly engine: WorkflowEngine | undefined;
}

/** What is asked, by whoever sends the request. */
export interface Asked extends Pick<EngineQuestion, 'method' | 'path' | 'body'> {
  /** Of a person in several teams: whose limits and budgets count. */
  readonly team?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** An answer that says that it was done. */
export interface EngineAnswer {
  readonly status: number;
  /** What it holds, as JSON was read. */
  readonly body: unknown;
  readonly headers: IncomingMessage['headers'];
}

/** What is no stream is answered within so long. */
export const MOST_MS = 30_000;
/** The longest answer that is read: an execution with the outputs of its steps. */
const MOST_BYTES = 32 * 1_048_576;

/** Asks the engine, and reads what it answers. Throws a Problem: the engine's own where it refuses, 503 where it is away, 502 where it answers nonsense. */
export async function askEngine(
  context: Pick<RouteContext, 'principal' | 'requestId'>,
  needs: EngineNeeds,
  asked: Asked,
): Promise<EngineAnswer> {
  const answer = await headOf(context, needs, asked);
  const body = await bodyOf(answer);
  return { status: answer.statusCode ?? 0, body, headers: answer.headers };
}

/** The head of an answer that says that it was done, and whose body the caller reads. Throws as `askEngine` does. */
export async function headOf(
  context: Pick<RouteContext, 'principal' | 'requestId'>,
  { engine, directory }: EngineNeeds,
  { team, headers = {}, ...asked }: Asked,
): Promise<IncomingMessage> {
  if (!engine) throw new Problem(503, NO_ENGINE, { headers: { 'Retry-After': '60' } });
  const { principal, requestId } = context;
  const delegator = delegatorOf(principal, team, directory);
  const question: EngineQuestion = {
    ...{ ...asked, delegator, role: principal.role },
    headers: { accept: 'application/json', ...headers, 'x-request-id': requestId },
  };
  const answer = await engine.ask(question).catch((error: unknown) => {
    throw away(error);
  });
  if ((answer.statusCode ?? 500) < 300) return answer;
  throw refusalOf(answer.statusCode ?? 500, await bodyOf(answer), answer.headers);
}

const NO_ENGINE =
  'Workflows are kept here, and none is executed: the workflow engine is not set up. Ask whoever runs this installation to do so. They give the admin service its address (AICP_WORKFLOW_URL), and both of them the same AICP_WORKFLOW_ADMIN_KEY_FILE (in the chart, workflow.enabled and workflow.keysSecret).';
const NO_ANSWER = 'The workflow engine does not answer: see whether it runs, and try again.';

const away = (cause: unknown): Problem =>
  new Problem(503, NO_ANSWER, { cause, headers: { 'Retry-After': '5' } });

/** The body of an answer, read whole. Throws a Problem: 503 where it ends too early, 502 where it is no JSON, or has no end. */
async function bodyOf(answer: IncomingMessage): Promise<unknown> {
  const said = await text(upTo(answer, MOST_BYTES)).catch((error: unknown) => {
    throw error instanceof Problem ? error : away(error);
  });
  if (said === '') return undefined;
  try {
    return JSON.parse(said) as unknown;
  } catch (cause) {
    throw new Problem(502, 'The workflow engine answers what is no JSON: see its log.', { cause });
  }
}

async function* upTo(answer: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of answer) {
    bytes += piece.length;
    if (bytes > most) {
      throw new Problem(502, `The workflow engine answers more than ${most} bytes.`);
    }
    yield piece;
  }
}

const problemBody = z.object({
  detail: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

/** What the engine says against it, as our own answer: who is signed in here is no stranger, so that 401 and 5xx are faults between the two services. */
function refusalOf(status: number, body: unknown, headers: IncomingMessage['headers']): Problem {
  if (status === 401) return new Problem(502, NOT_KNOWN);
  const said = problemBody.safeParse(body).data;
  const retryAfter = headers['retry-after'];
  const more = {
    ...(said?.errors ? { errors: said.errors satisfies readonly FieldError[] } : {}),
    ...(retryAfter === undefined ? {} : { headers: { 'Retry-After': retryAfter } }),
  };
  const isOurs = (status >= 400 && status < 500) || status === 503;
  return new Problem(isOurs ? status : 502, said?.detail ?? FAILED, more);
}

const NOT_KNOWN =
  'The workflow engine does not take the credential of the admin service: give both the same AICP_WORKFLOW_ADMIN_KEY_FILE, and see whether their clocks agree.';
const FAILED = 'The workflow engine failed at this: its log says why.';
