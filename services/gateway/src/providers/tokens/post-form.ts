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

/** Posts a form, as servers of tokens want it. Rejects with an `UpstreamError` where nobody answers, and where more than 64 KiB come. */
export function postForm(
  pool: Pick<RequestPool, 'send'>,
  url: URL,
  form: Readonly<Record<string, string>>,
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
    ...{ body, connectTimeoutMs: TIMEOUT_MS, timeoutMs: TIMEOUT_MS },
  };
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let size = 0;
    let status = 0;
    const call = pool.send(request, {
      onStart: (answered) => {
        status = answered;
      },
      onData: (piece) => {
        size += piece.length;
        pieces.push(Buffer.from(piece));
        if (size <= LONGEST_ANSWER) return;
        call.cancel();
        reject(new Error(`${url.host} answered with more than a token`));
      },
      onEnd: () => {
        resolve({ status, body: Buffer.concat(pieces) });
      },
      onError: (error) => {
        reject(new UpstreamError(error.kind, `${url.host} gave no token: ${error.message}`, error));
      },
    });
  });
}
