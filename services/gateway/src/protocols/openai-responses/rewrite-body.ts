import { setMember, splice, type Edit } from '../openai-chat/splice.ts';
import type { Spans } from './read-members.ts';

const F = 0x66;

/** The body with another `model`, where it is to have one, and with `store: false`: OpenAI keeps every response unless it is told not to. Only those bytes differ. */
export function rewritten(body: Buffer, spans: Spans, model: string | undefined): Buffer {
  const edits: Edit[] = [];
  if (model !== undefined) edits.push(setMember(body, spans.model, 'model', JSON.stringify(model)));
  const { store } = spans;
  if (!store || body[store.start] !== F) edits.push(setMember(body, store, 'store', 'false'));
  return edits.length === 0 ? body : splice(body, edits);
}
