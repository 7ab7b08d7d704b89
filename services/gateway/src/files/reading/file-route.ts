import type { RequestHandler } from 'express';
import { bodilessRoute, type Asked } from '../../calls/asked/asked.ts';
import { beginCall, documentOf, finish, type Document } from '../asking/thing-call.ts';
import type { Refusal } from '../../pipeline/exchange/refusal.ts';
import { toFile } from '../kept/file-document.ts';
import type { FileNeeds } from '../kept/file-needs.ts';
import { idsOf, knownFile, pathOf, type KnownFile } from './known-file.ts';

/** `GET /v1/files/{id}`: what is known of a file. */
export const fileRoute = (needs: FileNeeds): RequestHandler =>
  onFile(needs, 'GET', (told, { place }, { caller: { principal } }) =>
    toFile(told, { ...needs, principal, place }),
  );

/** `DELETE /v1/files/{id}`. */
export const deleteRoute = (needs: FileNeeds): RequestHandler =>
  onFile(needs, 'DELETE', (told, { id }) =>
    'document' in told ? { document: { ...told.document, id } } : told,
  );

type Told = Document | Refusal;

/** Asks for the file whose id stands in the address, and answers what `told` makes of it. */
const onFile = (
  needs: FileNeeds,
  method: 'GET' | 'DELETE',
  toldOf: (told: Told, file: KnownFile, asked: Asked) => Told,
): RequestHandler =>
  bodilessRoute(needs.gateway, async (asked) => {
    const file = knownFile(needs, asked);
    const begun = file && (await beginCall(asked, file.place));
    if (!begun) return;
    const request = { method, path: pathOf(file) };
    const told = await documentOf(asked, begun, { request, ids: idsOf(file) });
    finish(asked, begun, toldOf(told, file, asked));
  });
