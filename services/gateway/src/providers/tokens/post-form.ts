import type { RequestPool } from '../http1/wire-call.ts';
import { UpstreamError } from '../upstream/provider-client.ts';

/** Whoever gives tokens answers in this time, ms. */
const TIMEOUT_MS = 10_000;
/** No token is longer. */
const LONGEST_ANSWER = 65_536;

export interface FormAnswer {
  readonly status: number;
  readonly body: Buffer;
}

/** Posts a form, as servers of tokens want it. Rejects with an `UpstreamError` where the whole answer is not there in time, and where more than 64 KiB come. */
export function postForm(
  pool: Pick<RequestPool, 'send'>,
  url: URL,
  form: Readonly<Record<string, string>>,
  withinMs = TIMEOUT_MS,
): Promise<FormAnswer> {
  const body = Buffer.from(new URLSearchParams(form).toString());
  const head = [
    `POST ${url.pathname}${url.search} HTTP/1.1`,
    `host: ${url.host}`,
    'content-type: application/x-www-form-urlencoded',
    'accept: application/json',
    'accept-encoding: identity',
    'user-agent: ai-control-plane',
    `content-length: ${body.length}`,
  ];
  const request = {
    head: `${head.join('\r\n')}\r\n\r\n`,
    ...{ body, connectTimeoutMs: withinMs, timeoutMs: withinMs },
  };
  const { promise, resolve, reject } = Promise.withResolvers<FormAnswer>();
  const answer = { status: 0, size: 0, pieces: new Array<Buffer>() };
  const call = pool.send(request, {
    onStart: (status) => {
      answer.status = status;
    },
    onData: (piece) => {
      answer.size += piece.length;
      answer.pieces.push(Buffer.from(piece));
      if (answer.size <= LONGEST_ANSWER) return;
      call.cancel();
      reject(new UpstreamError('connection', `${url.host} answered with more than a token`));
    },
    onEnd: () => {
      resolve({ status: answer.status, body: Buffer.concat(answer.pieces) });
    },
    onError: (error) => {
      reject(new UpstreamError(error.kind, `${url.host} gave no token: ${error.message}`, error));
    },
  });
  // The times of a connection are from one byte to the next.
  const late = setTimeout(() => {
    call.cancel();
    const seconds = withinMs / 1000;
    reject(new UpstreamError('timeout', `${url.host} gave no token within ${seconds} seconds`));
  }, withinMs);
  return promise.finally(() => {
    clearTimeout(late);
  });
}
