import { expect, it } from 'vitest';
import { askedOf, valuesOf } from './render-values.ts';

const asked = askedOf('{{text}} {{count}} {{tone}}', [
  { name: 'count', type: 'number', required: true, default: null },
  { name: 'strict', type: 'boolean', required: false, default: null },
  { name: 'text', type: 'string', required: true, default: 'Hello' },
]);

it('asks for what is declared, and for what the text has besides', () => {
  expect(asked).toEqual([
    { name: 'count', type: 'number', isRequired: true, fallback: undefined },
    { name: 'strict', type: 'boolean', isRequired: false, fallback: undefined },
    { name: 'text', type: 'string', isRequired: false, fallback: 'Hello' },
    { name: 'tone', type: 'string', isRequired: true, fallback: undefined },
  ]);
});

it('sends values of their types, and nothing that is empty', () => {
  expect(valuesOf(asked, { count: '3', strict: 'false', text: '', tone: 'dry' })).toEqual({
    ...{ count: 3, strict: false, tone: 'dry' },
  });
  expect(valuesOf(asked, { count: 'three' })).toEqual({ count: 'three' });
});
