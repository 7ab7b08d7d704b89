import { describe, expect, it } from 'vitest';
import { guardrail } from '../../testing/guardrails.ts';
import { startStoring, vendorsIdOf } from '../../testing/storing-gateway.ts';

const FILE = 'file-6F2ksmvXxt4VdoqmHRw6kL';
const OURS = /^file-[\w-]{40,}$/;

interface Note {
  readonly type: string;
  readonly file_id?: string;
}
interface Answered {
  readonly output: { content: { annotations: Note[] }[] }[];
}

const NOTES: readonly Note[] = [
  { ...{ type: 'file_citation', file_id: FILE }, ...{ filename: 'a.pdf', index: 0 } },
  { type: 'file_path', file_id: FILE, ...{ index: 0 } },
  {
    ...{ type: 'url_citation', url: 'https://example.com', title: 'a' },
    ...{ start_index: 0, end_index: 1 },
  },
];

const part = (annotations: readonly Note[]) => ({ type: 'output_text', text: 'a', annotations });
const item = (annotations: readonly Note[]) => ({
  ...{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed' },
  content: [part(annotations)],
});
/** A response that says one letter, with notes to it. */
const answered = (output: readonly object[]) => ({
  ...{ id: vendorsIdOf(1), object: 'response', created_at: 1, status: 'completed', model: 'small' },
  ...{ output, usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 } },
});

/** The same as a stream: it tells each note three times, and the last event all of them once more. */
const events = (notes: readonly Note[]): string => {
  const place = { item_id: 'msg_1', output_index: 0, content_index: 0 };
  const told: { type: string }[] = [
    { type: 'response.created', ...{ response: answered([]) } },
    { type: 'response.output_item.added', ...{ output_index: 0, item: item([]) } },
    { type: 'response.output_text.delta', ...place, ...{ delta: 'a' } },
    ...notes.map((annotation, at) => ({
      ...{ type: 'response.output_text.annotation.added', ...place },
      ...{ annotation_index: at, annotation },
    })),
    { type: 'response.content_part.done', ...place, ...{ part: part(notes) } },
    { type: 'response.output_item.done', ...{ output_index: 0, item: item(notes) } },
    { type: 'response.completed', ...{ response: answered([item(notes)]) } },
  ];
  return told
    .map((event, at) => ({ ...event, sequence_number: at }))
    .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join('');
};

const notesIn = ({ output }: Answered): Note[] => output[0]?.content[0]?.annotations ?? [];
/** All ids of files that a text says. */
const filesIn = (text: string): string[] =>
  [...text.matchAll(/"file_id":"([^"]*)"/g)].map(([, id]) => id ?? '');

describe('the files that a live response names', () => {
  it('have the ids by which the stored response names them, in a document', async () => {
    await using served = await startStoring();
    served.replyOnce(JSON.stringify(answered([item(NOTES)])));
    const { status, text } = await served.ask('Hello', { store: true });
    expect([status, text.includes(FILE)]).toEqual([200, false]);
    const told = JSON.parse(text) as Answered & { id: string };
    expect(notesIn(told)).toEqual([
      { ...NOTES[0], file_id: expect.stringMatching(OURS) as string },
      { ...NOTES[1], file_id: expect.stringMatching(OURS) as string },
      NOTES[2],
    ]);
    served.replyOnce(JSON.stringify(answered([item(NOTES)])));
    const stored = await served.get(`/responses/${told.id}`);
    expect(notesIn(JSON.parse(stored.text) as Answered)).toEqual(notesIn(told));
  });

  it.each([
    ['', {}],
    [
      ' that guardrails look at',
      {
        guardrails: [
          guardrail('mails', { detectors: [{ id: 'pii', type: 'pii', action: 'redact' }] }),
        ],
      },
    ],
  ])('have one id in all events of a stream%s', async (_name, more) => {
    await using served = await startStoring({ more });
    served.replyOnce(events(NOTES), 200, 'text/event-stream');
    const { status, text } = await served.ask('Hello', { store: true, stream: true });
    expect([status, text.includes(FILE)]).toEqual([200, false]);
    const ids = filesIn(text);
    expect([ids.length, new Set(ids).size, OURS.test(ids[0] ?? '')]).toEqual([8, 1, true]);
    expect(text).toContain('"url":"https://example.com"');
  });

  it('have the id by which the request named them', async () => {
    await using served = await startStoring();
    const form = new FormData();
    form.append('purpose', 'user_data');
    form.append('model', 'small');
    form.append('file', new Blob(['Hi']), 'a.txt');
    const kept = await fetch(`${served.gateway.url}/v1/files`, {
      ...{ method: 'POST', body: form, headers: { authorization: 'Bearer sk-alice' } },
    });
    const { id } = (await kept.json()) as { id: string };
    const input = [{ role: 'user', content: [{ type: 'input_file', file_id: id }] }];
    await served.ask(input);
    const raw = filesIn(served.twin.received.at(-1)?.body.toString() ?? '');
    expect([raw.length, raw.includes(id)]).toEqual([1, false]);
    const cited = [{ type: 'file_citation', file_id: raw[0] ?? '' }];
    served.replyOnce(JSON.stringify(answered([item(cited)])));
    const { text } = await served.ask(input);
    expect(filesIn(text)).toEqual([id]);
  });

  it('keep the ids of the provider where a program left them in its container, which open nothing', async () => {
    await using served = await startStoring();
    const cited = { type: 'container_file_citation', container_id: 'cntr_1', file_id: 'cfile_1' };
    const call = { type: 'code_interpreter_call', id: 'ci_1', container_id: 'cntr_1', code: 'ls' };
    const told = { output: [call, item([cited])] };
    served.replyOnce(JSON.stringify(answered(told.output)));
    const live = JSON.parse((await served.ask('Hello', { store: true })).text) as { id: string };
    expect(live).toMatchObject(told);
    served.replyOnce(JSON.stringify(answered(told.output)));
    expect(JSON.parse((await served.get(`/responses/${live.id}`)).text)).toMatchObject(told);
    const sent = served.twin.received.length;
    for (const path of ['/containers/cntr_1', '/containers/cntr_1/files/cfile_1/content'])
      expect(await served.get(path)).toMatchObject({ status: 404, code: 'unknown_url' });
    for (const path of ['/files/cfile_1', '/files/cfile_1/content'])
      expect(await served.get(path)).toMatchObject({ status: 404 });
    const tools = [{ type: 'code_interpreter', container: 'cntr_1' }];
    expect((await served.ask('Hello', { tools })).status).toBe(400);
    expect((await served.ask([call])).status).toBe(400);
    const file = { type: 'input_file', file_id: 'cfile_1' };
    expect((await served.ask([{ role: 'user', content: [file] }])).status).toBe(404);
    expect(served.twin.received).toHaveLength(sent);
  });
});
