import { expect, it } from 'vitest';
import { differencesOf, variablesIn } from './variables-in.ts';

it('finds each variable once, with blanks in its braces or none', () => {
  expect(variablesIn('{{text}} in {{ language }}: {{text}} {not} {{ 1x }} {{a b}}')).toEqual([
    ...['text', 'language'],
  ]);
});

it('tells what is used and not declared, and the other way round', () => {
  expect(differencesOf('{{text}} {{tone}}', [{ name: 'text' }, { name: 'length' }])).toEqual({
    ...{ undeclared: ['tone'], unused: ['length'] },
  });
});
