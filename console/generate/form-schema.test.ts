import { expect, it } from 'vitest';
import { formSchema, type ApiDocument } from './form-schema.ts';

const documentOf = (schema: Record<string, unknown>): ApiDocument => ({
  paths: {
    '/api/v1/teams': { post: { requestBody: { content: { 'application/json': { schema } } } } },
  },
  components: {
    schemas: { Limit: { type: 'object', properties: { usd: { type: 'number' } } } },
  },
});

const made = (schema: Record<string, unknown>) =>
  formSchema(documentOf(schema), '/api/v1/teams').schema;

it('asks for nothing that the service says, and does not require it', () => {
  const id = { type: 'string', readOnly: true };
  const name = { type: 'string' };
  expect(made({ type: 'object', properties: { id, name }, required: ['id', 'name'] })).toEqual({
    type: 'object',
    properties: { name },
    required: ['name'],
  });
  expect(made({ type: 'object', properties: { id }, required: ['id'] })).toEqual({
    type: 'object',
    properties: {},
  });
});

it('puts references in place', () => {
  const schema = { properties: { limit: { $ref: '#/components/schemas/Limit' } } };
  expect(made(schema)).toEqual({
    properties: { limit: { type: 'object', properties: { usd: { type: 'number' } } } },
  });
});

it('takes no collection that takes no objects', () => {
  expect(() => formSchema(documentOf({}), '/api/v1/none')).toThrow('takes no new objects');
});
