import { expect, it } from 'vitest';
import type { ObjectDefinition } from '../../objects/kit/object-definition.ts';
import { readFormSchema, type FieldSchema } from '../../objects/schema/form-schemas.ts';
import { definition as eventSubscription } from '../events/event-subscription.ts';
import { definition as mcpServer } from '../mcp-servers/mcp-server.ts';
import { definition as provider } from '../models/provider.ts';
import { definition as routingPolicy } from '../models/routing-order/routing-policy.ts';

const fieldAt = (schema: FieldSchema, path: string): FieldSchema | undefined =>
  path
    .split('.')
    .reduce<FieldSchema | undefined>((within, name) => within?.properties?.[name], schema);

it.each<[string, ObjectDefinition]>(
  Object.entries({ eventSubscription, mcpServer, provider, routingPolicy }),
)('fields of %s are asked for with choices that there are', async (_, definition) => {
  const { schema } = await readFormSchema(definition.resource.type);
  const { field = '', brings = {} } = definition.choice ?? {};
  expect(Object.keys(brings)).not.toEqual([]);
  const choices = fieldAt(schema, field)?.enum ?? [];
  expect(Object.keys(brings).filter((one) => one !== '' && !choices.includes(one))).toEqual([]);
  for (const path of Object.values(brings).flat()) {
    expect(fieldAt(schema, path), path).toBeDefined();
  }
});
