import type { RequestHandler } from 'express';
import { filesOf, beginCall, documentOf, type ThingCall } from '../asking/thing-call.ts';
import { CallGuards } from '../../calls/guarding/call-guards.ts';
import { ANSWER_LIMIT } from './answer-limit.ts';
import { bodilessRoute, refuse, type Asked } from '../../calls/asked/asked.ts';
import { countOf } from '../../formats/json/members.ts';
import { askVendor } from '../asking/ask-vendor.ts';
import { failureOf, vendorRefusal } from '../asking/vendor-refusal.ts';
import {
  answerTooLarge,
  guardrailStopped,
  overloaded,
  type Refusal,
} from '../../pipeline/exchange/refusal.ts';
import { requestIdHeader } from '../../http/send-refusal.ts';
import { fileMessage, fileOf } from '../kept/file-texts.ts';
import type { FileNeeds } from '../kept/file-needs.ts';
import { ContentRelay } from './content-relay.ts';
import { idsOf, knownFile, pathOf, type KnownFile } from './known-file.ts';

/** `GET /v1/files/{id}/content`: what is in a file, as it comes; where guardrails look at answers, once they have looked at all of it. */
export const contentRoute = (needs: FileNeeds): RequestHandler =>
  bodilessRoute(needs.gateway, async (asked) => {
    const file = knownFile(needs, asked);
    if (!file) return;
    const guards = CallGuards.of(asked.caller, filesOf(file.place.provider));
    const begun = await beginCall(asked, file.place, { guards });
    if (!begun) return;
    const reading = { needs, asked, file, begun };
    if (guards?.actsOnAnswers === true) await tellWhole(reading, guards);
    else await relay(reading);
  });

/** One reading of a file. */
interface Reading {
  readonly needs: FileNeeds;
  readonly asked: Asked;
  readonly file: KnownFile;
  readonly begun: ThingCall;
}

const contentOf = (file: KnownFile, { caller }: Asked) => ({
  ...{ method: 'GET' as const, path: `${pathOf(file)}/content`, requestId: caller.requestId },
});

async function relay({ asked, file, begun }: Reading): Promise<void> {
  const content = new ContentRelay(asked, file.place, begun.call.headers);
  try {
    await content.run(contentOf(file, asked), idsOf(file));
    const status = content.refusal?.status ?? 200;
    fail({ begun, asked }, content.refusal);
    begun.call.end({ completion: 'complete', status });
  } catch (error) {
    const refusal = failureOf(file.place, error);
    if (asked.response.headersSent) {
      begun.call.end({ completion: 'provider_failed', status: 200 });
      asked.response.destroy();
    } else fail({ begun, asked }, refusal);
  }
}

function fail(
  { begun, asked }: Pick<Reading, 'begun' | 'asked'>,
  refusal: Refusal | undefined,
): void {
  if (!refusal) return;
  const completion = refusal.status < 500 ? 'complete' : 'provider_failed';
  begun.call.end({ completion, status: refusal.status });
  refuse(asked, refusal);
}

async function tellWhole(reading: Reading, guards: CallGuards): Promise<void> {
  const { asked, begun } = reading;
  const read = await readWhole(reading);
  if ('status' in read) {
    fail(reading, read);
    return;
  }
  const { name, content } = read;
  const before = fileMessage(name, content);
  const { stop, message: after } = await guards.answered(before);
  if (stop) {
    const withheld = guardrailStopped('answer', stop);
    begun.call.end({ completion: 'complete', status: withheld.status, withheld });
    refuse(asked, withheld);
    return;
  }
  const told = fileOf(name, content, { before, after });
  begun.call.end({ completion: 'complete', status: 200 });
  if (asked.left.aborted) return;
  asked.response.writeHead(200, [
    ...['content-type', read.type, 'content-length', String(told.content.length)],
    ...requestIdHeader(asked.request),
    ...begun.call.headers,
  ]);
  asked.response.end(told.content);
}

interface WholeFile {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
}

/** The file with its name, by which is known how it is read. Its memory is taken before it comes, and held until the client has it. */
async function readWhole({ needs, asked, file, begun }: Reading): Promise<WholeFile | Refusal> {
  const request = { method: 'GET' as const, path: pathOf(file) };
  const about = await documentOf(asked, begun, { request, ids: idsOf(file) });
  if (!('document' in about)) return about;
  const { bytes, filename } = about.document;
  const size = countOf(bytes);
  if (size === undefined || size > ANSWER_LIMIT) return answerTooLarge(ANSWER_LIMIT);
  const refusal = roomFor({ needs, asked }, size);
  if (refusal) return refusal;
  const written = typeof filename === 'string' ? filename : '';
  const read = await bytesOf({ asked, file }, size);
  if ('code' in read) return read;
  return { ...read, name: needs.names.read(asked.caller.principal, written) ?? written };
}

/** Takes memory for a file, and for what guardrails leave of it; or says why there is none. */
function roomFor(
  { needs: { gateway }, asked }: Pick<Reading, 'needs' | 'asked'>,
  bytes: number,
): Refusal | undefined {
  const holder = gateway.holders.of(asked.caller.principal);
  const held = 2 * bytes;
  const missing = gateway.answerBytes.takeFor(holder, held, 0);
  if (missing !== undefined) return overloaded(missing === 'full' ? undefined : missing);
  gateway.answerBytes.giveBackForAfter(asked.response, holder, held);
  return undefined;
}

async function bytesOf(
  { asked, file }: Pick<Reading, 'asked' | 'file'>,
  limit: number,
): Promise<Omit<WholeFile, 'name'> | Refusal> {
  const { place } = file;
  try {
    const answer = await askVendor(place, contentOf(file, asked), { limit, signal: asked.left });
    if (answer.status !== 200) return vendorRefusal(place, answer, idsOf(file));
    const type = answer.headers['content-type'];
    return {
      content: place.target.client.guard.clean(answer.body),
      type: typeof type === 'string' ? type : 'application/octet-stream',
    };
  } catch (error) {
    return failureOf(place, error);
  }
}
