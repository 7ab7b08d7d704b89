import type { JsonObject } from '../conversation/conversation.ts';
import { promisedSchema } from '../messages/request/promised-schema.ts';
import type { ModelTraits } from './model-family.ts';

/** A schema as the answer of a model is held to it; undefined where the model cannot be. Claude takes schemas as it does at Anthropic; of a hidden model nobody knows. */
export function heldSchema(
  schema: JsonObject,
  { family, version }: ModelTraits,
): JsonObject | undefined {
  if (family === 'nova') return undefined;
  if (family !== 'claude') return schema;
  return version >= 4.5 ? promisedSchema(schema) : undefined;
}
