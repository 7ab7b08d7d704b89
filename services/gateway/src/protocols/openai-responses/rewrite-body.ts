import { valueOf } from '../openai-chat/member-values.ts';
import { setMember, splice, type Edit } from '../openai-chat/splice.ts';
import type { Span, Spans } from './read-members.ts';

const T = 0x74;
const F = 0x66;

/** What differs in a request as its provider reads it. */
export interface Rewriting {
  /** Undefined: it is called what the client calls it. */
  readonly model?: string | undefined;
  /** What the provider calls what lives there, by our ids; absent: the request names nothing. */
  readonly upstreamIds?: ReadonlyMap<string, string> | undefined;
  /** Where it names files by our ids; absent: nowhere. */
  readonly fileIds?: readonly Span[];
}

/**
 * The body as its provider reads it. OpenAI keeps every response unless it is told not to, so that it is told where the client did not ask for that. Only
 * those bytes differ. Throws where it names what was not opened.
 */
export function rewritten(
  body: Buffer,
  spans: Spans,
  { model, upstreamIds, fileIds = [] }: Rewriting = {},
): Buffer {
  const edits: Edit[] = fileIds.map((file) =>
    namedUpstream(file, valueOf(body, file), upstreamIds),
  );
  if (model !== undefined) edits.push(setMember(body, spans.model, 'model', JSON.stringify(model)));
  const { store, previous_response_id: previous } = spans;
  const isSaid = store !== undefined && (body[store.start] === F || body[store.start] === T);
  if (!isSaid) edits.push(setMember(body, store, 'store', 'false'));
  const id = valueOf(body, previous);
  if (previous && id !== undefined) edits.push(namedUpstream(previous, id, upstreamIds));
  return edits.length === 0 ? body : splice(body, edits);
}

function namedUpstream(span: Span, id: unknown, upstreamIds: Rewriting['upstreamIds']): Edit {
  const upstreamId = upstreamIds?.get(String(id));
  if (upstreamId === undefined) throw new Error('something was named that nobody opened');
  return { span, text: JSON.stringify(upstreamId) };
}
