import { expect, it } from 'vitest';
import type { FieldSchema } from '../../schema/form-schemas.ts';
import { fieldOf, placeProblems } from './field-problems.ts';

const text = { type: 'string' };
const schema: FieldSchema = {
  type: 'object',
  properties: {
    name: text,
    headers: { type: 'object', additionalProperties: text },
    credentials: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: text, ref: { type: 'object', properties: { key: text } } },
      },
    },
    free: { type: 'object' },
  },
};

it('puts problems beside the fields that they are of', () => {
  const { byPath, rest } = placeProblems(schema, [
    { path: 'name', message: 'is required' },
    { path: 'credentials[1].ref.key', message: 'is too long' },
    { path: 'credentials.0.name', message: 'is taken' },
    { path: 'credentials', message: 'has too many' },
  ]);
  expect(byPath).toEqual({
    name: 'is required',
    'credentials.1.ref.key': 'is too long',
    'credentials.0.name': 'is taken',
    credentials: 'has too many',
  });
  expect(rest).toEqual([]);
});

it('says where in a field that is asked for as a whole', () => {
  const { byPath } = placeProblems(schema, [
    { path: 'free.a.b', message: 'is wrong' },
    { path: 'free', message: 'is big' },
    { path: 'headers.x', message: 'is long' },
    { path: 'credentials[0].nothing', message: 'is unknown' },
  ]);
  expect(byPath).toEqual({
    free: 'a.b: is wrong is big',
    headers: 'x: is long',
    'credentials.0': 'nothing: is unknown',
  });
});

it('hands back what the form has no field for', () => {
  const problems = [
    { path: '', message: 'is wrong' },
    { path: 'constructor', message: 'is unknown' },
  ];
  expect(placeProblems(schema, problems)).toEqual({ byPath: {}, rest: problems });
  expect(fieldOf('credentials[0].name')).toBe('credentials');
});
