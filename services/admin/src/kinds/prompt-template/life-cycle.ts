import { isDeepStrictEqual } from 'node:util';
import { Problem } from '@aicp/common/errors/problem';
import { promptTemplate, type PROMPT_STATES } from '@aicp/crds/prompt-template';
import type { Principal } from '@aicp/api-kit/access/principal';
import type { Spec } from '../../resources/collection.ts';
import type { StoredObject } from '../../resources/stored-object.ts';
import { isSameText, promptOf } from '../prompt-version/prompt-text.ts';

type State = (typeof PROMPT_STATES)[number];

/** Throws a Problem (409) unless a prompt is in the state that a verb leads on from. */
export function requireState(prompt: StoredObject, verb: string, from: State): void {
  const { state } = promptOf(prompt);
  if (state === from) return;
  throw new Problem(409, `This prompt is ${state}; ${verb} is for one that is ${from}.`);
}

/** Most writers that are noted for one text: the last ones. */
const MAX_WRITERS = 32;

/**
 * Notes who writes the text: whoever had a part in it does not approve it. Where the text before was approved, a new one begins. What is
 * not valid is refused by the write itself.
 */
export function withWriter(
  spec: Spec,
  before: StoredObject | undefined,
  { subject, keyName }: Pick<Principal, 'subject' | 'keyName'>,
): Spec {
  const after = promptTemplate.spec.safeParse(spec);
  const was = before && promptOf(before);
  if (!after.success || (was && isSameText(was, after.data))) return spec;
  const earlier = was === undefined || was.state === 'approved' ? [] : (was.writtenBy ?? []);
  const writer = keyName === undefined ? { userId: subject } : { userId: subject, key: keyName };
  const others = earlier.filter((one) => !isDeepStrictEqual(one, writer));
  return { ...spec, writtenBy: [...others, writer].slice(-MAX_WRITERS) };
}

/**
 * What becomes of a prompt whose text is edited: an approved one goes on as a draft with the number `next`, one in review is a draft
 * again. Throws a Problem (409) for an archived one.
 */
export function revised(before: StoredObject, spec: Spec, next: () => number): Spec {
  const { state, ...now } = promptOf(before);
  const after = promptTemplate.spec.safeParse(spec);
  // What is not valid is refused by the write itself.
  if (!after.success || isSameText(now, after.data)) return spec;
  if (state === 'archived') {
    throw new Problem(409, 'This prompt is archived: its text does not change any more.');
  }
  if (state === 'approved') return { ...spec, state: 'draft', version: next() };
  return { ...spec, state: 'draft' };
}
