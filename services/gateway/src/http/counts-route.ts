import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { countsAnswer, countsQuestion } from '@aicp/contracts/limits/counts-question';
import { parseJson } from '@aicp/common/json/parse-json';
import type { RequestHandler } from 'express';
import { KEY_CHALLENGE, keyNotKnown } from '@aicp/contracts/routing/key-refusal';
import type { Gateway } from '../pipeline/exchange/gateway.ts';
import { badRequest, toRefusal } from '../pipeline/exchange/refusal.ts';
import { sendJson } from '../pipeline/respond.ts';
import { requestIdHeader, sendRefusal } from './send-refusal.ts';

/** Bytes of a question. */
const LONGEST = 65_536;

type Counting = Pick<Gateway, 'limiter' | 'runtime' | 'clock'>;

/** `POST /internal/counts`: how the counters stand that somebody names who knows the token. It takes nothing of them. */
export const countsRoute =
  (gateway: Counting, token: string): RequestHandler =>
  (request, response, next) => {
    if (!isHolder(request, token)) {
      sendRefusal(request, response, toRefusal(keyNotKnown(), KEY_CHALLENGE));
      return;
    }
    answerOf(request, gateway).then((body) => {
      if (body) sendJson(response, 200, body, requestIdHeader(request));
      else sendRefusal(request, response, badRequest('The body is no question about counters.'));
    }, next);
  };

async function answerOf(
  request: IncomingMessage,
  { limiter, runtime, clock }: Counting,
): Promise<Buffer | undefined> {
  const question = countsQuestion.safeParse(parseJson(await textOf(request))).data;
  if (!question) return undefined;
  const [, dayStarts = 0] = runtime()?.rateLimits.days.around(clock.now()) ?? [];
  const counts = await limiter.peekNamed(question.demands, dayStarts);
  return Buffer.from(JSON.stringify(countsAnswer.parse(counts)));
}

/** The text of the body; empty where it is too long. */
async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size <= LONGEST) pieces.push(piece);
  }
  return size > LONGEST ? '' : Buffer.concat(pieces).toString();
}

/** Digests are compared, which are of one length. */
const isHolder = ({ headers }: IncomingMessage, token: string): boolean =>
  timingSafeEqual(
    hash('sha256', headers.authorization ?? '', 'buffer'),
    hash('sha256', `Bearer ${token}`, 'buffer'),
  );
