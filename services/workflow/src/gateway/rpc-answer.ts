import { z } from 'zod';
import { isPassing, jsonIn } from './answers.ts';
import type { GatewayAnswer } from './gateway-answer.ts';

/** What a JSON-RPC answer says; `none`: it is no such answer. */
export type RpcAnswer =
  | { readonly kind: 'result'; readonly result: unknown }
  | {
      readonly kind: 'error';
      readonly code: number;
      readonly message: string;
      /** Whether another try may go better. */
      readonly isPassing: boolean;
    }
  | { readonly kind: 'none' };

/** Of JSON-RPC: of whoever answers, not of the request. */
const INTERNAL_ERROR = -32603;

const message = z.object({
  jsonrpc: z.literal('2.0'),
  result: z.unknown().optional(),
  error: z
    .object({
      code: z.number(),
      message: z.string(),
      // How the gateway refuses what it lets no further, where the protocol has its own status.
      data: z.object({ status: z.number() }).optional().catch(undefined),
    })
    .optional(),
});

/** Reads it from a document, or from the last event of a stream that has one. */
export function rpcAnswer({ headers, status, text }: GatewayAnswer): RpcAnswer {
  const isStream = String(headers['content-type'] ?? '').startsWith('text/event-stream');
  const texts = isStream ? dataOf(text) : [text];
  const answers = texts.flatMap((one) => message.safeParse(jsonIn(one)).data ?? []);
  const last = answers.findLast(({ result, error }) => result !== undefined || error);
  if (!last) return { kind: 'none' };
  if (!last.error) return { kind: 'result', result: last.result };
  const { code, message: said, data } = last.error;
  const isBroken = code === INTERNAL_ERROR;
  return {
    ...{ kind: 'error', code, message: said },
    isPassing: isBroken || isPassing(status) || isPassing(data?.status ?? 0),
  };
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
