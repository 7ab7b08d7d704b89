import type { Span, Spans } from './read-members.ts';
import { setMember, splice, type Edit } from './splice.ts';

/** What a provider must read otherwise than the client wrote it. */
export interface Rewrite {
  /** The body as it came: one JSON object. */
  readonly body: Buffer;
  readonly spans: Spans;
  /** The `model` to send; undefined leaves the client's. */
  readonly model: string | undefined;
  /** Ask for usage at the end of the stream. */
  readonly addUsage: boolean;
}

/**
 * The body with another `model`, or with `stream_options.include_usage`, as asked: only those bytes differ. The very same buffer
 * where nothing has to change.
 */
export function rewriteBody({ body, spans, model, addUsage }: Rewrite): Buffer {
  const edits: Edit[] = [];
  if (model !== undefined) {
    edits.push(setMember(body, spans.model, 'model', JSON.stringify(model)));
  }
  if (addUsage) {
    const options = withUsage(body, spans.stream_options);
    edits.push(setMember(body, spans.stream_options, 'stream_options', options));
  }
  return edits.length === 0 ? body : splice(body, edits);
}

function withUsage(body: Buffer, span: Span | undefined): string {
  if (!span) return '{"include_usage":true}';
  const options = JSON.parse(body.toString('utf8', span.start, span.end)) as object | null;
  return JSON.stringify({ ...options, include_usage: true });
}
