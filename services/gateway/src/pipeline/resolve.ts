import type { Exchange } from './exchange.ts';
import { badRequest, modelNotFound, type Refusal } from './refusal.ts';

/** Stage: what the asked model stands for: a model by its id or an alias, a group, or the default where none was named. */
export function resolve(exchange: Exchange): Refusal | undefined {
  const { chat, runtime, viewer } = exchange;
  const name = chat.model ?? runtime.settings.defaultModel;
  if (name === undefined) return badRequest('Name a model.', 'model');
  exchange.askedName = name;
  const asked = runtime.catalog.find(name, viewer);
  if (!asked) return modelNotFound(name);
  exchange.asked = asked;
  exchange.note('resolve', asked.kind, asked.id);
  return undefined;
}
