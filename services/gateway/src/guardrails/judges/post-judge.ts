import { request, type Dispatcher } from 'undici';
import type { AddressGuard } from '@aicp/common/http/address-guard';
import type { JsonLimits } from '@aicp/common/json/json-scanner';
import { parseJson } from '@aicp/common/json/parse-json';
import { isUnambiguous } from '@aicp/common/json/unambiguous';
import type { JudgeFault } from './speech/judgement.ts';

/** Bytes of an answer: more than every finding of the longest texts takes. */
const MOST_ANSWER_BYTES = 1_048_576;

/** An answer of so many bytes has no more values, and none that is known is as deep. */
const ANSWER_LIMITS: JsonLimits = { depth: 32, elements: MOST_ANSWER_BYTES };

/** Where a judge is asked, and by which connections. */
export interface JudgeWay {
  readonly url: string;
  readonly token: string | undefined;
  readonly guard: AddressGuard;
  /** Connects to what the guard allows alone. */
  readonly dispatcher: Dispatcher;
  /** Ends the request, by a TimeoutError where its time is over. */
  readonly signal: AbortSignal;
}

/** The JSON that a judge answers, or why there is none. Redirects are not followed: they would lead the texts elsewhere. Throws what the signal says where its client left. */
export async function postToJudge(
  way: JudgeWay,
  body: unknown,
): Promise<{ readonly json: unknown } | { readonly fault: JudgeFault }> {
  const { url, token, guard, dispatcher, signal } = way;
  try {
    guard.requireAllowed(new URL(url));
    const answer = await request(url, {
      method: 'POST',
      headers: {
        ...{ accept: 'application/json', 'accept-encoding': 'identity' },
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
      dispatcher,
      signal,
    });
    const text = await wholeOf(answer.body);
    const fault = faultOf(answer.statusCode);
    if (fault) return { fault };
    return text === undefined ? { fault: 'bad_answer' } : jsonOf(text);
  } catch (error) {
    if (!signal.aborted) return { fault: 'unreachable' };
    if (isTimeout(signal.reason)) return { fault: 'timeout' };
    throw error;
  }
}

const isTimeout = (reason: unknown): boolean =>
  reason instanceof DOMException && reason.name === 'TimeoutError';

/** What a status says, where it is no success. */
function faultOf(status: number): JudgeFault | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status === 401 || status === 403) return 'no_credential';
  return status >= 500 || status === 429 || status === 408 ? 'unreachable' : 'bad_answer';
}

/** The whole of an answer; undefined where it is longer than is taken. */
async function wholeOf(body: AsyncIterable<Buffer>): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MOST_ANSWER_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function jsonOf(text: string): { readonly json: unknown } | { readonly fault: JudgeFault } {
  const json = parseJson(text);
  // One reader would take one value of a member that is there twice, another one the other.
  const isOne = json !== undefined && isUnambiguous(Buffer.from(text), ANSWER_LIMITS);
  return isOne ? { json } : { fault: 'bad_answer' };
}
