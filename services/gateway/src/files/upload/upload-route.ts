import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { filesOf, beginCall, documentOf, finish } from '../asking/thing-call.ts';
import { CallGuards } from '../../calls/guarding/call-guards.ts';
import { writeForm } from '../../multipart/write-form.ts';
import { overloaded } from '../../pipeline/exchange/refusal.ts';
import { askedRoute, guarded, refuse, withBody, type Asked } from '../../calls/asked/asked.ts';
import { modelOf } from '../asking/model-of.ts';
import { placeFor, type Place } from '../asking/places.ts';
import { sentPurpose } from '../asking/purposes.ts';
import { toFile } from '../kept/file-document.ts';
import { fileMessage, fileOf } from '../kept/file-texts.ts';
import type { FileNeeds } from '../kept/file-needs.ts';
import { readUpload, type Upload } from './read-upload.ts';

/** Of a form with a file. It is held until guardrails looked at it and it has gone on. */
const UPLOAD_LIMIT = {
  bytes: 32 * 1_048_576,
  remedy: 'Split the file, that of a batch into the files of several batches.',
};

/** `POST /v1/files`: a file that a provider is to keep. */
export const uploadRoute = (needs: FileNeeds): RequestHandler =>
  askedRoute(needs.gateway, (asked, next) => {
    withBody(asked, UPLOAD_LIMIT, (body, share) => {
      // The form that goes on is written beside the one that came.
      if (!share.take(body.length)) refuse(asked, overloaded());
      else guarded(asked, () => take(needs, asked, body), next);
    });
  });

async function take(needs: FileNeeds, asked: Asked, body: Buffer): Promise<void> {
  const upload = readUpload(body, asked.request.headers['content-type']);
  if ('status' in upload) {
    refuse(asked, upload);
    return;
  }
  const place = placeFor(asked.caller, upload.model ?? modelOf(asked.request));
  if ('status' in place) refuse(asked, place);
  else await send(needs, asked, { upload, place });
}

async function send(
  { ids, names }: FileNeeds,
  asked: Asked,
  { upload, place }: { readonly upload: Upload; readonly place: Place },
): Promise<void> {
  const { principal } = asked.caller;
  const { file, fields, purpose } = upload;
  const guards = CallGuards.of(asked.caller, filesOf(place.provider));
  const before = fileMessage(file.filename, file.content);
  const looked = await guards?.sent(before);
  const begun = await beginCall(asked, place, { guards, stop: looked?.stop });
  if (!begun) return;
  const after = looked?.message ?? before;
  const { name, content } = fileOf(file.filename, file.content, { before, after });
  const told = Buffer.from(sentPurpose(place, purpose));
  const rest = fields.map((part) => (part.name === 'purpose' ? { ...part, content: told } : part));
  const form = writeForm(
    [...rest, { ...file, filename: names.write(principal, name), content }],
    randomUUID(),
  );
  const request = { method: 'POST' as const, path: '/files', ...form };
  const answer = await documentOf(asked, begun, { request });
  finish(asked, begun, toFile(answer, { names, ids, principal, place }));
}
