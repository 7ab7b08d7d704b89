import { piecesOf } from '../../openai-chat/replay/stream-of.ts';
import { repeatable, type RepeatableItem } from './repeatable.ts';

type Members = Readonly<Record<string, unknown>>;

/** A response as a stream with the ids of the document: each text in pieces and whole again, and the response at its end. */
export function streamOf(bytes: Buffer): Buffer {
  const response = repeatable.parse(JSON.parse(bytes.toString('utf8')));
  const begun = { ...response, status: 'in_progress', output: [], usage: null };
  const events: Members[] = [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    ...response.output.flatMap(itemEvents),
    { type: 'response.completed', response },
  ];
  return Buffer.from(events.map(eventOf).join(''));
}

function eventOf(event: Members, sequence_number: number): string {
  const { type, ...members } = event;
  const data = JSON.stringify({ type, sequence_number, ...members });
  return `event: ${String(type)}\ndata: ${data}\n\n`;
}

function itemEvents(item: RepeatableItem, output_index: number): Members[] {
  const isMessage = item.type === 'message';
  const begun = isMessage
    ? { ...item, status: 'in_progress', content: [] }
    : { ...item, summary: [] };
  const parts = isMessage ? item.content : item.summary;
  const at = { item_id: item.id, output_index };
  return [
    { type: 'response.output_item.added', output_index, item: begun },
    ...parts.flatMap((part, index) => partEvents(part, isMessage, { at, index })),
    { type: 'response.output_item.done', output_index, item },
  ];
}

function partEvents(
  part: { readonly text: string },
  isMessage: boolean,
  { at, index }: { at: Members; index: number },
): Members[] {
  const here = { ...at, ...(isMessage ? { content_index: index } : { summary_index: index }) };
  const text = isMessage ? 'response.output_text' : 'response.reasoning_summary_text';
  const whole = isMessage ? 'response.content_part' : 'response.reasoning_summary_part';
  const more = isMessage ? { logprobs: [] } : {};
  return [
    { type: `${whole}.added`, ...here, part: { ...part, text: '' } },
    ...piecesOf(part.text).map((delta) => ({ type: `${text}.delta`, ...here, delta, ...more })),
    { type: `${text}.done`, ...here, text: part.text, ...more },
    { type: `${whole}.done`, ...here, part },
  ];
}
