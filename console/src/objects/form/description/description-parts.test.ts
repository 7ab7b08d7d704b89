import { expect, it } from 'vitest';
import type { FieldSchema } from '../../schema/form-schemas.ts';
import { descriptionParts } from './description-parts.ts';

const schema: FieldSchema = {
  properties: {
    max_budget: { title: 'Maximum budget' },
    secret_ref: { title: 'Kubernetes Secret' },
    name: { title: 'Name' },
  },
};
const said = (description: string) =>
  descriptionParts(description, schema).map(({ text, isCode }) => (isCode ? [text] : text));

it('calls other fields by their titles', () => {
  expect(said('Window of `maxBudget`; a month where none is set.')).toEqual([
    'Window of ',
    '“Maximum budget”',
    '; a month where none is set.',
  ]);
  expect(said('Not for secrets: use secretRef.')).toEqual([
    'Not for secrets: use “Kubernetes Secret”.',
  ]);
  expect(said('instead of secret_ref')).toEqual(['instead of “Kubernetes Secret”']);
});

it('leaves words alone that are no names, and writes others as they are', () => {
  expect(said('The name of `openai_compatible`.')).toEqual([
    'The name of ',
    ['openai_compatible'],
    '.',
  ]);
});

it('calls values as the choice does that offers them', () => {
  expect(said('permit: it is served. model_group, fallback: the model. See: a.')).toEqual([
    'Permit: it is served. Model group, Fallback: the model. See: a.',
  ]);
});
