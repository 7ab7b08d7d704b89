import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { documentation, documented } from './documented.ts';
import { defineRoute, type Route } from './route.ts';
import { withPatches } from './with-patches.ts';

const put = (body: z.ZodType): Route =>
  defineRoute({
    ...{ method: 'put', path: '/things/{id}', operationId: 'updateThing', tag: 'Test' },
    summary: 'Change a thing',
    permission: 'teams:write',
    body,
    answers: { 200: { description: 'It.', isObject: true } },
    errors: [409],
    handler: () => Promise.resolve({ status: 200 }),
  });

const patchOf = (body: z.ZodType): Route => {
  const [, patch] = withPatches([put(body)]);
  return patch!;
};

describe('beside a PUT', () => {
  it('stands a PATCH that is the same but for its name, and nothing stands beside another route', () => {
    const body = z.object({});
    const route = put(body);
    const get = { ...route, method: 'get' as const };
    const [own, patch, other] = withPatches([route, get]);
    expect([own, other]).toEqual([route, get]);
    const { description: _, ...rest } = patch!;
    expect(rest).toEqual({
      ...route,
      method: 'patch',
      operationId: 'patchThing',
      summary: 'Change a thing by a merge patch',
    });
  });

  it('it is documented that null may stand at every depth, but in lists, and that nothing is required', () => {
    const text = { type: 'string' };
    const document = {
      type: 'object',
      required: ['name'],
      additionalProperties: false,
      properties: {
        name: text,
        metadata: { type: 'object', additionalProperties: text },
        external: { type: 'object', required: ['url'], properties: { url: text } },
        kind: { type: ['string', 'null'], enum: ['a', null] },
        steps: { type: 'array', items: { type: 'object', required: ['do'] } },
        threshold: { oneOf: [{ type: 'number' }, { type: 'object', required: ['a'] }] },
      },
    };
    const { body } = patchOf(documented(document, 'ThingUpdate'));
    const maybe = { type: ['string', 'null'] };
    expect(documentation.parse(z.globalRegistry.get(body!))).toEqual({
      component: 'ThingPatch',
      document: {
        type: 'object',
        additionalProperties: false,
        properties: {
          name: maybe,
          metadata: { type: ['object', 'null'], additionalProperties: maybe },
          external: { type: ['object', 'null'], properties: { url: maybe } },
          kind: { type: ['string', 'null'], enum: ['a', null] },
          steps: { type: ['array', 'null'], items: { type: 'object', required: ['do'] } },
          threshold: { oneOf: [{ type: 'number' }, { type: 'object' }, { type: 'null' }] },
        },
      },
    });
  });

  it('it is documented as the PUT is where that says the same', () => {
    const body = documented({ type: 'object', properties: {} }, 'ThingUpdate');
    expect(patchOf(body).body).toBe(body);
  });
});
