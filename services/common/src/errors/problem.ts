import { STATUS_CODES } from 'node:http';
import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Logger } from '../log/logger.ts';

export interface FieldError {
  readonly path: string;
  readonly message: string;
  /** Of a body in YAML, from 1. */
  readonly line?: number;
}

/** An error that a caller is told about, as an RFC 9457 problem. `detail` is a sentence that says what to do. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  readonly detail: string;
  readonly errors: readonly FieldError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Members beyond those of RFC 9457. */
  readonly extensions: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    detail: string,
    more: {
      errors?: readonly FieldError[];
      headers?: Record<string, string>;
      extensions?: Readonly<Record<string, unknown>>;
      cause?: unknown;
    } = {},
  ) {
    super(detail, more.cause === undefined ? {} : { cause: more.cause });
    this.status = status;
    this.detail = detail;
    this.errors = more.errors;
    this.headers = more.headers ?? {};
    this.extensions = more.extensions ?? {};
  }
}

/** 401 with a challenge, as RFC 6750 asks for it. */
export const unauthorized = (detail: string): Problem =>
  new Problem(401, detail, { headers: { 'WWW-Authenticate': 'Bearer realm="aicp"' } });

/** Writes a problem document. `instance` is the request's id. */
export function sendProblem(response: Response, problem: Problem, instance: string): void {
  response
    .status(problem.status)
    .set(problem.headers)
    .type('application/problem+json')
    .send(
      JSON.stringify({
        type: 'about:blank',
        title: STATUS_CODES[problem.status] ?? 'Error',
        status: problem.status,
        detail: problem.detail,
        instance,
        ...(problem.errors ? { errors: problem.errors } : {}),
        ...problem.extensions,
      }),
    );
}

/** Writes an error to whoever sent a request. `instance` is the request's id. */
export type SendProblem = (response: Response, problem: Problem, instance: string) => void;

/** The last Express handler: a Problem is answered as it says, anything else is a 500 without internals, logged once. */
export function problemHandler(
  log: Logger,
  requestId: (request: Request) => string,
  send: SendProblem = sendProblem,
): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const id = requestId(request);
    if (response.headersSent) {
      next(error);
      return;
    }
    if (error instanceof Problem) {
      send(response, error, id);
      return;
    }
    log.error({ err: error, request_id: id, path: request.path }, 'request_failed');
    send(
      response,
      new Problem(500, 'Something failed inside. The log has the details under this request id.'),
      id,
    );
  };
}
