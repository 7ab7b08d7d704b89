import { valueOf } from './member-values.ts';
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
  /** Where it names files by our ids; absent: nowhere. */
  readonly fileIds?: readonly Span[];
  /** What the provider calls them. */
  readonly upstreamIds?: ReadonlyMap<string, string> | undefined;
}

/**
 * The body with another `model`, or with `stream_options.include_usage`, as asked, and with the provider's ids of files: only those bytes differ. The very same
 * buffer where nothing has to change. Throws where it names a file that was not opened.
 */
export function rewriteBody(rewrite: Rewrite): Buffer {
  const { body, spans, model, addUsage, fileIds = [], upstreamIds } = rewrite;
  const edits: Edit[] = fileIds.map((span) => namedUpstream(body, span, upstreamIds));
  if (model !== undefined) {
    edits.push(setMember(body, spans.model, 'model', JSON.stringify(model)));
  }
  if (addUsage) {
    const options = withUsage(body, spans.stream_options);
    edits.push(setMember(body, spans.stream_options, 'stream_options', options));
  }
  return edits.length === 0 ? body : splice(body, edits);
}

function namedUpstream(body: Buffer, span: Span, upstreamIds: Rewrite['upstreamIds']): Edit {
  const upstreamId = upstreamIds?.get(String(valueOf(body, span)));
  if (upstreamId === undefined) throw new Error('a file was named that nobody opened');
  return { span, text: JSON.stringify(upstreamId) };
}

function withUsage(body: Buffer, span: Span | undefined): string {
  if (!span) return '{"include_usage":true}';
  const options = JSON.parse(body.toString('utf8', span.start, span.end)) as object | null;
  return JSON.stringify({ ...options, include_usage: true });
}
