import type { Resolution } from '@aicp/contracts/routing/catalog/resolution';
import { CacheKey } from '../../cache/cache-key.ts';
import type { Kept } from '../../cache/cache-trail.ts';
import { signsOf } from '../../cache/semantic/text-signs.ts';
import type { Runtime, RuntimeModel } from '../../routing/runtime.ts';

/** A question that a request ends with, before a model told of it. */
export interface OpenQuestion {
  /** Those that it may be compared with. */
  readonly group: CacheKey;
  /** What the user wrote last, and its words. */
  readonly text: string;
  readonly words: string;
  /** Who tells how alike texts are. */
  readonly model: RuntimeModel;
}

/**
 * The question that a request ends with, where others may be found that ask the same; undefined where alike ones are not looked for, or it is none to
 * compare. All that two of one group have in common is a part of the group's key: the scope, all of the request but the words of its last message,
 * that message's numbers, names, signs and negations, and the model that tells how alike texts are.
 */
export function questionOf(
  { catalog }: Pick<Runtime, 'catalog'>,
  { asked, scope, question, terms }: Kept,
): OpenQuestion | undefined {
  const { semantic } = terms;
  const alike = semantic && asked.alike?.();
  const signs = alike && signsOf(alike.text);
  if (!alike || !signs) return undefined;
  const model = catalog.everything(semantic.model).find(isOfPlatform);
  if (!model) return undefined;
  const { id, upstreamModel, provider } = model;
  const asker = [id, upstreamModel, provider.id, provider.identity];
  const canonical = JSON.stringify([asker, signs.text, alike.frame]);
  const protocol = `${question.protocol} alike`;
  const group = CacheKey.of(scope, { ...question, protocol, canonical }, terms);
  return { group, text: alike.text, words: signs.words, model };
}

const isOfPlatform = (one: Resolution<RuntimeModel>): one is RuntimeModel =>
  one.kind === 'model' && one.isPlatforms;
