import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callIdIn } from './call-ids.ts';
import { GROQ, MISTRAL } from './dialects.ts';
import { inDialect } from './in-dialect.ts';

const conversation = (ids: readonly string[]) => ({
  model: 'm',
  messages: [
    { role: 'user', content: 'id' },
    {
      role: 'assistant',
      tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'f' } })),
    },
    ...ids.map((id) => ({ role: 'tool', tool_call_id: id, content: '{"tool_call_id":"no"}' })),
  ],
});

describe('ids of calls', () => {
  it('are written as Mistral demands them, a call and its result alike', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1, unit: 'grapheme' })), (ids) => {
        const asked = Buffer.from(JSON.stringify(conversation(ids)));
        const { body } = inDialect(asked, MISTRAL, 'm');
        const written = ids.map((id) => callIdIn({ length: 9 }, id));
        expect(JSON.parse(body.toString())).toEqual(conversation(written));
        for (const id of written) expect(id).toMatch(/^[a-zA-Z0-9]{9}$/);
        expect(new Set(written).size).toBe(new Set(ids).size);
      }),
    );
  });

  it('stay as they are where the vendor made them, and where it takes any', () => {
    const own = Buffer.from(JSON.stringify(conversation(['D681PevKs', 'aB3dE6gH9'])));
    expect(inDialect(own, MISTRAL, 'm').body).toBe(own);
    const other = Buffer.from(JSON.stringify(conversation(['call_abc-1'])));
    expect(inDialect(other, GROQ, 'm').body).toBe(other);
  });
});
