import { pause } from '@aicp/common/time/clock';
import type { Asked } from '../../calls/asked/asked.ts';
import { documentOf, type Document } from '../../files/asking/thing-call.ts';
import type { Place } from '../../files/asking/places.ts';
import { upstreamTimeout, type Refusal } from '../../pipeline/exchange/refusal.ts';

/** States of a file that its provider has not looked at yet. */
const UNREAD: ReadonlySet<unknown> = new Set(['uploaded', 'pending', 'running']);
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
const LONGEST_WAIT_MS = 120_000;

/** What a provider tells of a file, once a batch can be made of it: one that has to process files first is asked until it has, for two minutes at most. */
export async function processedFile(
  asked: Asked,
  place: Place,
  { id, ids }: { readonly id: string; readonly ids: ReadonlyMap<string, string> },
): Promise<Document | Refusal> {
  const { clock } = asked.caller.gateway;
  const until = clock.monotonic() + LONGEST_WAIT_MS;
  const request = { method: 'GET' as const, path: `/files/${encodeURIComponent(id)}` };
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(2 * wait, LONGEST_PAUSE_MS)) {
    const told = await documentOf(asked, { place }, { request, ids });
    if (!('document' in told) || !isUnread(place, told)) return told;
    const isLate = clock.monotonic() + wait > until;
    if (isLate || !(await pause(clock, wait, asked.left)))
      return upstreamTimeout(place.provider.id);
  }
}

/** Whether a file has still to be processed before a batch can be made of it. */
export const isUnread = ({ target }: Place, { document }: Document): boolean =>
  target.client.batches?.processesFiles === true && UNREAD.has(document['status']);
