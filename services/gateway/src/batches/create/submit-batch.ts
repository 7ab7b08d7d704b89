import { randomUUID } from 'node:crypto';
import type { Asked } from '../../calls/asked/asked.ts';
import { documentOf, type Document } from '../../files/asking/thing-call.ts';
import type { Place } from '../../files/asking/places.ts';
import { isObject } from '../../formats/json/members.ts';
import { isVendorId } from '../../held/vendor-id.ts';
import { writeForm } from '../../multipart/write-form.ts';
import { upstreamFailed, type Refusal } from '../../pipeline/exchange/refusal.ts';
import { OWNER_MEMBER } from '../kept/batch-document.ts';
import type { BatchRequest } from './batch-request.ts';
import { isUnread, processedFile } from './processed-file.ts';

/** A batch that may be sent. */
export interface Submission {
  readonly asked: Asked;
  readonly place: Place;
  readonly batch: BatchRequest;
  /** What the provider calls the endpoint of its requests. */
  readonly url: string;
  /** The file with its requests, as they were checked. */
  readonly content: Buffer;
  /** Says to the provider whose it is. */
  readonly mark: string;
  /** Why it may not begin any more, which is asked last. */
  readonly whyNot: () => Promise<Refusal | undefined>;
}

/** The file that is sent is nobody's; the provider deletes it after so long. */
const KEPT_SECONDS = 30 * 86_400;
/** From this status on nobody knows whether the provider did what it was asked. */
const UNSAID = 500;
/** Batches that are looked through, the newest first, which is as many as a provider lists at a time. */
const NEWEST = 100;

type Request = Parameters<typeof documentOf>[2]['request'];

/** Sends the file of a batch, and has the provider do it. Goes on where the client leaves: what was sent is settled. */
export async function submitBatch(submission: Submission): Promise<Document | Refusal> {
  const { place, batch, url, content, mark, whyNot } = submission;
  const asked = { ...submission.asked, left: NEVER };
  const text = (name: string, value: string) => ({
    ...{ name, filename: undefined, contentType: undefined, content: Buffer.from(value) },
  });
  const file = {
    ...{ name: 'file', filename: 'aicp-batch.jsonl', contentType: 'application/jsonl', content },
  };
  const form = writeForm(
    [
      text('purpose', 'batch'),
      text('expires_after[anchor]', 'created_at'),
      text('expires_after[seconds]', String(KEPT_SECONDS)),
      file,
    ],
    randomUUID(),
  );
  const uploading = { method: 'POST' as const, path: '/files', ...form };
  const kept = await documentOf(asked, { place }, { request: uploading });
  if (!('document' in kept)) return kept;
  const { id: fileId } = kept.document;
  if (!isVendorId(fileId)) return upstreamFailed(place.provider.id);
  const body = {
    ...{ input_file_id: fileId, endpoint: url, completion_window: '24h' },
    metadata: { ...batch.metadata, [OWNER_MEMBER]: mark },
  };
  const creating = {
    ...{ method: 'POST' as const, path: '/batches', contentType: 'application/json' },
    body: Buffer.from(JSON.stringify(body)),
  };
  const ready = isUnread(place, kept)
    ? await processedFile(asked, place, { id: fileId, ids: new Map([[fileId, batch.file]]) })
    : kept;
  const refusal = 'document' in ready ? await whyNot() : ready;
  const made = refusal ?? (await begun(asked, place, { creating, fileId }));
  if (!('document' in made)) {
    await remove(asked, place, fileId);
    return made;
  }
  // Whatever its provider tells of it again, it has begun, and is told and settled.
  return { document: { ...made.document, metadata: body.metadata } };
}

/** Has it begun. One of which the provider did not say whether it began is looked for: it alone is of the file that was sent for it. */
async function begun(
  asked: Asked,
  place: Place,
  { creating, fileId }: { readonly creating: Request; readonly fileId: string },
): Promise<Document | Refusal> {
  const made = await documentOf(asked, { place }, { request: creating });
  const isMade = 'document' in made;
  if (isMade && isVendorId(made.document['id'])) return made;
  if (!isMade && made.status < UNSAID) return made;
  const request = { method: 'GET' as const, path: `/batches?limit=${NEWEST}` };
  const told = await documentOf(asked, { place }, { request });
  const batches: unknown = 'document' in told ? told.document['data'] : undefined;
  const found = (Array.isArray(batches) ? batches : [])
    .filter(isObject)
    .find((one) => one['input_file_id'] === fileId && isVendorId(one['id']));
  if (found) return { document: found };
  return isMade ? upstreamFailed(place.provider.id) : made;
}

/** What is said of a file that nothing will read does not matter: it goes in time by itself. */
async function remove(asked: Asked, place: Place, fileId: string): Promise<void> {
  const request = { method: 'DELETE' as const, path: `/files/${encodeURIComponent(fileId)}` };
  await documentOf(asked, { place }, { request });
}

const NEVER = new AbortController().signal;
