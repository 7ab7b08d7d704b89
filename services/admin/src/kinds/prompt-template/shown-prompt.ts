import type { Principal } from '@aicp/api-kit/access/principal';
import type { Spec } from '../../resources/collection.ts';
import type { ObjectStore } from '../../resources/store.ts';
import type { StoredObject } from '../../resources/stored-object.ts';
import { servedText } from '../prompt-version/approved-versions.ts';
import { isSameText, promptOf, textOf } from '../prompt-version/prompt-text.ts';

type Reader = Pick<Principal, 'role'>;
type Texts = Pick<ObjectStore, 'find' | 'list'>;

/** Of a prompt of the platform, tenants are told what was approved: no text at hand, and nobody who wrote or submitted one. */
export const isToldApprovedAlone = (prompt: StoredObject, { role }: Reader): boolean =>
  role !== 'platform_admin' && prompt.spec['organizationId'] === undefined;

/** Whether a prompt is there for somebody: one of the platform once a version of it is served. */
export const isThereFor = (store: Texts, prompt: StoredObject, reader: Reader): boolean =>
  !isToldApprovedAlone(prompt, reader) || servedText(store, prompt) !== undefined;

/** Fields of the text at hand, and of who wrote it. */
export const OF_WRITERS: readonly string[] = [
  ...['writtenBy', 'submittedBy', 'submittedWith'],
  ...['templateText', 'variables', 'modelHint'],
];

/** What somebody is told of a prompt: of the platform's, the approved text that is served in place of the one at hand. */
export function shownPrompt(store: Texts, prompt: StoredObject, reader: Reader): Spec {
  const { spec } = prompt;
  if (!isToldApprovedAlone(prompt, reader)) return spec;
  const served = servedText(store, prompt);
  const rest = Object.entries(spec).filter(([field]) => !OF_WRITERS.includes(field));
  const state = spec['state'] === 'archived' ? 'archived' : 'approved';
  return {
    ...Object.fromEntries(rest),
    ...(served && { ...textOf(served), state, version: served.version }),
  };
}

/**
 * Whether the text of a prompt is the approved one that it says it is. One that was edited by kubectl or from Git is approved by its state, and
 * has a text that nobody approved.
 */
export function hasApprovedText(store: Texts, prompt: StoredObject): boolean {
  const { state, ...text } = promptOf(prompt);
  if (state !== 'approved' && state !== 'archived') return false;
  const served = servedText(store, prompt);
  return served !== undefined && isSameText(served, text);
}
