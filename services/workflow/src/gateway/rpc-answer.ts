import { z } from 'zod';
import { jsonIn } from './answers.ts';
import type { GatewayAnswer } from './gateway-client.ts';

/** What a JSON-RPC answer says; `none`: it is no such answer. */
export type RpcAnswer =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'none' };

const message = z.object({
  jsonrpc: z.literal('2.0'),
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
});

/** Reads it from a document, or from the last event of a stream that has one. */
export function rpcAnswer({ headers, text }: GatewayAnswer): RpcAnswer {
  const isStream = String(headers['content-type'] ?? '').startsWith('text/event-stream');
  const texts = isStream ? dataOf(text) : [text];
  const answers = texts.flatMap((one) => message.safeParse(jsonIn(one)).data ?? []);
  const last = answers.findLast(({ result, error }) => result !== undefined || error);
  if (!last) return { kind: 'none' };
  return last.error
    ? { kind: 'error', message: last.error.message }
    : { kind: 'result', result: last.result };
}

/** The data of each event. */
const dataOf = (stream: string): readonly string[] =>
  stream.split(/\r?\n\r?\n/).map((event) =>
    event
      .split(/\r?\n/)
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice('data:'.length).trimStart())
      .join('\n'),
  );
