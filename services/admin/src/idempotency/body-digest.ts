import { hash } from 'node:crypto';
import type { Request } from 'express';

const digests = new WeakMap<Request, string>();

/** Notes the bytes that came as a request's body. Called once, by who reads it. */
export function noteBody(request: Request, bytes: Buffer): void {
  digests.set(request, hash('sha256', bytes));
}

/** SHA-256 of a request's body; empty where its route reads none. */
export const bodyDigestOf = (request: Request): string => digests.get(request) ?? '';
