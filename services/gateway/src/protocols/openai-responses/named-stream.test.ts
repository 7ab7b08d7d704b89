import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IdNaming } from '../../held/holding.ts';
import { ResponsesStream } from './responses-stream.ts';
import { nameResponse } from '../response-ids/name-ids.ts';
import { NamedStream } from '../response-ids/named-stream.ts';

const NAMING: IdNaming = {
  answer: (id) => `resp_ours_of_${id}`,
  previous: (id) => `resp_before_${id}`,
};

describe('a response with our ids', () => {
  it('has them at its top alone, and all other bytes as they were', () => {
    const text =
      '{ "id" : "a","output":[{"id":"m","big":12345678901234567890}],"previous_response_id":"b", "x":1.0}';
    expect(nameResponse(Buffer.from(text), NAMING).toString()).toBe(
      '{ "id" : "resp_ours_of_a","output":[{"id":"m","big":12345678901234567890}],"previous_response_id":"resp_before_b", "x":1.0}',
    );
    for (const same of ['{"id":null,"previous_response_id":null}', '[{"id":"a"}]', '{"id":"a'])
      expect(nameResponse(Buffer.from(same), NAMING).toString()).toBe(same);
  });

  it('has none of the vendor’s, whatever it holds beside', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ minLength: 1 }), (other, id) => {
        const bytes = Buffer.from(JSON.stringify({ other, id, previous_response_id: id, more: 1 }));
        expect(JSON.parse(nameResponse(bytes, NAMING).toString())).toEqual({
          ...(JSON.parse(JSON.stringify({ other })) as object),
          ...{ id: `resp_ours_of_${id}`, previous_response_id: `resp_before_${id}`, more: 1 },
        });
      }),
    );
  });
});

describe('a stream with our ids', () => {
  const events = [
    { type: 'response.created', response: { id: 'a', previous_response_id: 'b' } },
    { type: 'response.output_text.delta', item_id: 'm', delta: 'Hé "id":"a"' },
    { type: 'response.odd', response_id: 'a' },
    { type: 'response.completed', response: { id: 'a', output: [], usage: null } },
  ];
  const written = events
    .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join('');

  it('has them in each event, wherever its pieces are cut', () => {
    const bytes = Buffer.from(written);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 8 }), (cuts) => {
        const stream = new NamedStream(new ResponsesStream(), NAMING);
        const places = [0, ...[...cuts].sort((a, b) => a - b), bytes.length];
        const out = places
          .slice(1)
          .map((end, at) => stream.push(bytes.subarray(places[at], end))?.toString() ?? '');
        out.push(stream.end()?.toString() ?? '');
        expect(out.join('')).toBe(
          written
            .replaceAll('"id":"a"', '"id":"resp_ours_of_a"')
            .replace('\\"id\\":\\"resp_ours_of_a\\"', '\\"id\\":\\"a\\"')
            .replace('"previous_response_id":"b"', '"previous_response_id":"resp_before_b"')
            .replace('"response_id":"a"', '"response_id":"resp_ours_of_a"'),
        );
        expect([stream.done, stream.failed]).toEqual([true, false]);
      }),
    );
  });

  it('keeps data of several lines one event', () => {
    const stream = new NamedStream(new ResponsesStream(), NAMING);
    const out = stream.push(
      Buffer.from('data: {"type":"response.created",\ndata: "response":{"id":"a"}}\n\n'),
    );
    expect(out?.toString()).toBe(
      'data: {"type":"response.created", "response":{"id":"resp_ours_of_a"}}\n\n',
    );
  });
});
