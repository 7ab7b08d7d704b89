import type { CacheTerms } from '@aicp/contracts/snapshot/sections/policies';
import type { Resolution } from '@aicp/contracts/routing/catalog/resolution';
import { CacheKey } from '../../cache/cache-key.ts';
import type { LikeQuestion } from '../../cache/cache-trail.ts';
import type { CacheScope } from '../../cache/cache-scope.ts';
import { signsOf } from '../../cache/semantic/text-signs.ts';
import type { Asked } from '../../protocols/protocol.ts';
import type { Runtime, RuntimeModel } from '../../routing/runtime.ts';

/** Characters of the longest text that is compared: models take some eight thousand tokens. */
const LONGEST_TEXT = 8_192;

/** A request whose answer may be kept, within whom. */
export interface Kept {
  readonly asked: Asked;
  readonly scope: CacheScope;
  readonly question: Parameters<typeof CacheKey.of>[1];
  readonly terms: CacheTerms;
}

/**
 * The question that a request ends with, where others may be found that ask the same; undefined where alike ones are not looked for, or it is none to
 * compare. All that two of one group have in common is a part of the group's key: the scope, all of the request but the words of its last message,
 * that message's numbers, names and negations, and the model that tells how alike texts are.
 */
export function questionOf(
  { settings, catalog }: Pick<Runtime, 'settings' | 'catalog'>,
  { asked, scope, question, terms }: Kept,
): LikeQuestion | undefined {
  const { semantic } = settings.cache ?? {};
  const alike = semantic && asked.alike?.();
  if (!alike || alike.text.length > LONGEST_TEXT) return undefined;
  const signs = signsOf(alike.text);
  const model = catalog.everything(semantic.model).find(isOfPlatform);
  if (!signs || !model) return undefined;
  const { id, upstreamModel, provider } = model;
  const asker = [id, upstreamModel, provider.id, provider.identity];
  const canonical = JSON.stringify([asker, signs.text, alike.frame]);
  const protocol = `${question.protocol} alike`;
  const group = CacheKey.of(scope, { ...question, protocol, canonical }, terms);
  const { wantsUsage } = asked;
  return { group, text: alike.text, words: signs.words, wantsUsage, model, vector: undefined };
}

const isOfPlatform = (one: Resolution<RuntimeModel>): one is RuntimeModel =>
  one.kind === 'model' && one.isPlatforms;
