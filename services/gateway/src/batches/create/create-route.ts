import type { RequestHandler } from 'express';
import { askedRoute, guarded, refuse, withBody, type Asked } from '../../calls/asked/asked.ts';
import { askVendor } from '../../files/asking/ask-vendor.ts';
import { placeOf, type Place } from '../../files/asking/places.ts';
import { failureOf, vendorRefusal } from '../../files/asking/vendor-refusal.ts';
import { countOf } from '../../formats/json/members.ts';
import { digestOf } from '../../held/held-ids.ts';
import { heldNotFound } from '../../pipeline/held/bound.ts';
import { Exchange, isDryRun } from '../../pipeline/exchange/exchange.ts';
import {
  badRequest,
  overloaded,
  upstreamFailed,
  type Refusal,
} from '../../pipeline/exchange/refusal.ts';
import { Passage } from '../../pipeline/passage.ts';
import { batchOfDocument, markOf } from '../kept/batch-document.ts';
import type { BatchNeeds } from '../kept/batch-needs.ts';
import { batchInput, batchOf } from './batch-input.ts';
import { readBatchLines } from './batch-lines.ts';
import { readBatchRequest, type BatchRequest } from './batch-request.ts';
import { batchStages } from './batch-stages.ts';
import { checkLines } from './check-lines.ts';
import { InnerResponse } from '../../client/inner-response.ts';
import { whyNotBegin } from './may-begin.ts';
import { processedFile } from './processed-file.ts';
import { submitBatch } from './submit-batch.ts';

/** Bytes of the request itself. */
const LONGEST_BODY = 65_536;
/** Bytes of the file of a batch: as many as may be uploaded. */
const LARGEST_FILE = 32 * 1_048_576;
/** The file is held as it came, as what was read of it, and as it goes on. */
const COPIES = 3;

/** Types of providers whose batches are known here. */
const DO_BATCHES: ReadonlySet<string> = new Set(['openai', 'azure_openai']);
const NO_BATCHES =
  'The provider that keeps this file does no batches: upload it for a model of OpenAI or Azure OpenAI.';

/** `POST /v1/batches`: requests that a provider does in its own time. */
export const createRoute = (needs: BatchNeeds): RequestHandler =>
  askedRoute(needs.gateway, (asked, next) => {
    if (isDryRun(asked.request)) {
      refuse(asked, badRequest('A batch has no dry run: send one of its requests by itself.'));
      return;
    }
    withBody(asked, { bytes: LONGEST_BODY }, (body) => {
      guarded(asked, () => create(needs, asked, body), next);
    });
  });

async function create(needs: BatchNeeds, asked: Asked, body: Buffer): Promise<void> {
  const batch = readBatchRequest(body, [...needs.protocols.keys()]);
  if ('status' in batch) {
    refuse(asked, batch);
    return;
  }
  const { caller } = asked;
  const { file } = batch;
  const held = needs.ids.open(caller.principal, 'file', file);
  const place = held && placeOf(caller, held);
  if (!held || !place) {
    refuse(asked, heldNotFound('file', { id: file, param: 'input_file_id' }));
    return;
  }
  if (!DO_BATCHES.has(place.provider.type)) {
    refuse(asked, badRequest(NO_BATCHES, 'input_file_id'));
    return;
  }
  const { upstreamId } = held;
  const making = { needs, asked, batch, place, upstreamId };
  const content = await fileOf(making);
  if ('status' in content) refuse(asked, content);
  else await check(making, content.content);
}

interface Making {
  readonly needs: BatchNeeds;
  readonly asked: Asked;
  readonly batch: BatchRequest;
  readonly place: Place;
  /** What the provider calls the file. */
  readonly upstreamId: string;
}

const contentOf = (id: string): string => `/files/${encodeURIComponent(id)}/content`;

/** Reads the file, with memory for it that is held until the client is answered. */
async function fileOf({
  asked,
  batch,
  place,
  upstreamId,
}: Making): Promise<{ readonly content: Buffer } | Refusal> {
  const { caller, left, response } = asked;
  const ids = new Map([[upstreamId, batch.file]]);
  const about = await processedFile(asked, place, { id: upstreamId, ids });
  if (!('document' in about)) return about;
  const { bytes: told, purpose } = about.document;
  const bytes = countOf(told);
  if (purpose !== 'batch')
    return badRequest('Upload the file of a batch with the purpose "batch".', 'input_file_id');
  if (bytes === undefined) return upstreamFailed(place.provider.id);
  if (bytes > LARGEST_FILE)
    return badRequest(
      `The file of a batch has at most ${LARGEST_FILE} bytes. Make several batches of it.`,
      'input_file_id',
    );
  const { gateway } = caller;
  const holder = gateway.holders.of(caller.principal);
  const missing = gateway.answerBytes.takeFor(holder, COPIES * bytes, 0);
  if (missing !== undefined) return overloaded(missing === 'full' ? undefined : missing);
  gateway.answerBytes.giveBackForAfter(response, holder, COPIES * bytes);
  try {
    const request = { method: 'GET' as const, path: contentOf(upstreamId) };
    const sent = { ...request, requestId: caller.requestId };
    const answer = await askVendor(place, sent, { limit: bytes, signal: left });
    return answer.status === 200 ? { content: answer.body } : vendorRefusal(place, answer, ids);
  } catch (error) {
    return failureOf(place, error);
  }
}

async function check(making: Making, content: Buffer): Promise<void> {
  const { needs, asked, batch, place } = making;
  const read = readBatchLines(content, batch.endpoints);
  if ('status' in read) {
    refuse(asked, read);
    return;
  }
  const { endpoint } = read;
  const protocol = needs.protocols.get(endpoint);
  if (!protocol) throw new Error('an endpoint without a protocol');
  const { gateway, runtime } = asked.caller;
  const { provider, target } = place;
  const bound = {
    ...{ provider: provider.id, identityDigest: digestOf(provider.identity) },
    ...{ credential: target.name, upstreamIds: new Map<string, string>() },
  };
  const of = { gateway, runtime, request: asked.request, protocol, bound };
  const url = place.target.client.batches?.urlOf(endpoint) ?? endpoint;
  const options = { url, signal: asked.left };
  const checked = await checkLines(of, read.lines, options);
  if ('status' in checked) {
    refuse(asked, checked);
    return;
  }
  // Nobody is there to be told of it, and nothing was sent.
  if (asked.left.aborted) return;
  const { principal } = asked.caller;
  const owner = { ...needs, principal, place };
  const mark = markOf(owner, making.upstreamId);
  const isOf = (one: typeof principal) => needs.ids.open(one, 'file', batch.file) !== undefined;
  const batched = { ...of, protocol: batchOf(protocol) };
  const input = batchInput(checked.inputs, batch);
  const { model, content: written } = checked;
  const whyNot = () => whyNotBegin({ of: batched, input, model, file: batch.file, isOf });
  const stages = batchStages({
    ...{ input, bound, place, model },
    submit: () => submitBatch({ asked, place, batch, url, content: written, mark, whyNot }),
    tell: ({ document }) => Buffer.from(JSON.stringify(batchOfDocument(document, owner))),
  });
  pass(asked, batched, stages);
}

/** Has the batch pass its stages, and answers what they answer. */
function pass(
  asked: Asked,
  of: Pick<
    ConstructorParameters<typeof Exchange>[0],
    'gateway' | 'runtime' | 'request' | 'protocol'
  >,
  stages: ReturnType<typeof batchStages>,
): void {
  const response = new InnerResponse(({ status, headers, body }) => {
    if (asked.left.aborted) return;
    asked.response.writeHead(status, [...headers]);
    asked.response.end(body);
  });
  const { gateway, runtime, request, protocol } = of;
  new Passage(new Exchange({ gateway, runtime, request, protocol, response }), stages).begin();
}
