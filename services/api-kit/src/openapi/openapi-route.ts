import { z } from 'zod';
import { defineRoute, type Route } from '../route/route.ts';
import { openApiDocument, type About } from './document.ts';

/** `GET /openapi.json`: the document of all `routes`, itself included. */
export function openApiRoute(
  routes: () => readonly Route[],
  about: About & { readonly url: string },
): Route {
  // Bytes that all answers share: whoever asks a thousand times and reads none of it takes no memory.
  let bytes: Buffer | undefined;
  return defineRoute({
    method: 'get',
    path: '/openapi.json',
    operationId: 'getOpenApi',
    tag: 'Operation',
    summary: 'This document',
    permission: 'public',
    answers: {
      200: { description: 'OpenAPI 3.1.', schema: z.record(z.string(), z.unknown()) },
    },
    handler: () => {
      bytes ??= Buffer.from(JSON.stringify(openApiDocument(routes(), about)));
      const headers = { 'Content-Type': 'application/json; charset=utf-8' };
      return Promise.resolve({ status: 200, body: bytes, headers });
    },
  });
}
