import type { z } from 'zod';
import type { TwinReply } from '../../kit/start-twin.ts';

/** Why a request is refused, before its vendor says so in its own form. */
export interface PlainFault {
  readonly status: number;
  readonly message: string;
  /** The member that is wrong, where it is one. */
  readonly param?: string | undefined;
}

/** What a vendor serves beside chats. */
export interface PlainRoute {
  /** Below the vendor's base: `/embeddings`. */
  readonly path: string;
  /** `asked`: the body as JSON, undefined where it is none. */
  reply(asked: unknown): TwinReply | PlainFault;
}

/** One that takes what fits the schema alone. */
export const plainRoute = <Asked>(
  path: string,
  request: z.ZodType<Asked>,
  reply: (asked: Asked) => TwinReply | PlainFault,
): PlainRoute => ({
  path,
  reply(asked) {
    const read = request.safeParse(asked);
    if (read.success) return reply(read.data);
    const [issue] = read.error.issues;
    return { status: 400, ...(issue ? wordsOf(issue) : { message: 'The request is wrong.' }) };
  },
});

/** What a schema finds wrong, and where. */
export function wordsOf(issue: z.core.$ZodIssue): { message: string; param: string } {
  const keys = issue.code === 'unrecognized_keys' ? issue.keys : [];
  const param = [...issue.path, ...keys.slice(0, 1)].join('.');
  const what = keys.length > 0 ? 'is not supported' : `is wrong: ${issue.message}`;
  return { message: `property '${param}' ${what}`, param };
}
