import { expect, it } from 'vitest';
import type { Part } from './conversation.ts';
import { joinedReasoning } from './joined-reasoning.ts';

const thought = (text: string, value?: string): Part => ({
  ...{ kind: 'reasoning', text },
  ...(value === undefined ? {} : { seal: { format: 'messages', value } }),
});

it('joins what was thought up to its seal, and nothing across a text or a seal', () => {
  const said: Part = { kind: 'text', text: 'Yes' };
  expect(joinedReasoning([thought('a'), thought('b'), thought('', 's'), said])).toEqual([
    thought('ab', 's'),
    said,
  ]);
  const apart = [thought('a', 's'), thought('b'), said, thought('c')];
  expect(joinedReasoning(apart)).toEqual(apart);
});
