import { parseJson } from '@aicp/common/json/parse-json';
import { z } from 'zod';
import { EventSplitter } from '../../event-stream/event-splitter.ts';
import type { Replay } from '../../protocol.ts';
import { repeatable } from './repeatable.ts';
import { streamOf } from './stream-of.ts';

const ending = z.looseObject({
  type: z.literal('response.completed'),
  response: z.looseObject({}),
});

/** A whole stream ends with the response as a document; undefined where it ends otherwise. */
function documentOf(stream: Buffer): Buffer | undefined {
  const events = new EventSplitter();
  let last: Buffer | undefined;
  events.begin(stream);
  while (events.next() !== -1) last = events.data ?? last;
  const found = ending.safeParse(parseJson(last?.toString() ?? '')).data;
  return found && Buffer.from(JSON.stringify(found.response));
}

/** Responses that are given again. */
export const replay: Replay = {
  documentOf,
  isRepeatable: (document) => repeatable.safeParse(parseJson(document.toString('utf8'))).success,
  streamOf,
};
