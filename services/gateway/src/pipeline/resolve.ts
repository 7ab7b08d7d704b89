import type { Exchange } from './exchange.ts';
import { isGone } from '../routing/deprecations.ts';
import { badRequest, modelGone, modelNotFound, type Refusal } from './refusal.ts';

/**
 * Stage: what the asked model stands for: a model by its id or an alias, a group, or the default where none was named; or what stands in
 * for one that has gone.
 */
export function resolve(exchange: Exchange): Refusal | undefined {
  const { at, chat, runtime, viewer } = exchange;
  const name = chat.model ?? runtime.settings.defaultModel;
  if (name === undefined) return badRequest('Name a model.', 'model');
  exchange.askedName = name;
  const deprecation = runtime.deprecations.find(name, viewer.organization, at);
  exchange.deprecation = deprecation;
  const asked = runtime.catalog.find(name, viewer);
  if (!asked) return isGone(deprecation, at) ? modelGone(deprecation) : modelNotFound(name);
  exchange.asked = asked;
  exchange.note('resolve', asked.kind, asked.id);
  return undefined;
}
