import { Problem } from '@aicp/common/errors/problem';
import type { Clock } from '@aicp/common/time/clock';
import { promptTemplate } from '@aicp/crds/prompt-template';
import { promptVersion, type PromptVersionSpec } from '@aicp/crds/prompt-version';
import type { CollectionService } from '../../resources/collections/collection-service.ts';
import { versionName } from './collection.ts';
import type { ObjectStore } from '../../resources/store.ts';
import type { StoredObject } from '../../resources/stored-object.ts';
import type { WriteContext } from '../../resources/write-hooks.ts';
import { isSameText, promptOf, textOf } from './prompt-text.ts';

/** A version of a prompt that had this name before, and is gone, is none of this one. One from Git may have no owner. */
function isOf({ metadata }: StoredObject, prompt: StoredObject): boolean {
  const all = (metadata.ownerReferences ?? []) as readonly { kind?: string; uid?: string }[];
  const owners = all.filter(({ kind }) => kind === prompt.kind);
  return owners.length === 0 || owners.some(({ uid }) => uid === prompt.metadata.uid);
}

/** Whether an object is an approved text of a prompt: of its organization, since a deleted prompt may leave its own behind. */
const isVersionOf = (one: StoredObject, prompt: StoredObject): boolean =>
  one.spec['prompt'] === prompt.metadata.name &&
  one.spec['organizationId'] === prompt.spec['organizationId'] &&
  isOf(one, prompt);

/** The approved texts of a prompt, newest first. */
export function versionsOf(
  store: Pick<ObjectStore, 'list'>,
  prompt: StoredObject,
): readonly PromptVersionSpec[] {
  return store
    .list(promptVersion)
    .filter((one) => isVersionOf(one, prompt))
    .map((one) => promptVersion.spec.parse(one.spec))
    .sort((a, b) => b.version - a.version);
}

/** The approved text that is served where nothing says otherwise; undefined where none is. */
export function servedText(
  store: Pick<ObjectStore, 'find' | 'list'>,
  prompt: StoredObject,
): PromptVersionSpec | undefined {
  const served = prompt.spec['servedVersion'];
  if (typeof served !== 'number') return undefined;
  // Those that the API keeps are called so; looking through all of them for each prompt of a list would take long.
  const name = versionName(prompt.metadata.name, served);
  const named = store.find(promptVersion, name, (one) => isVersionOf(one, prompt));
  return named?.spec['version'] === served
    ? promptVersion.spec.parse(named.spec)
    : versionsOf(store, prompt).find(({ version }) => version === served);
}

/** Numbers that are taken, by whichever prompt had this name. */
const numbersOf = (store: ObjectStore, { metadata }: StoredObject): readonly number[] =>
  store
    .list(promptVersion)
    .filter(({ spec }) => spec['prompt'] === metadata.name)
    .map(({ spec }) => Number(spec['version']));

/** The number of the next version of a prompt. */
export const nextVersion = (store: ObjectStore, prompt: StoredObject): number =>
  Math.max(promptOf(prompt).version, ...numbersOf(store, prompt)) + 1;

export interface Approvals {
  readonly service: CollectionService;
  readonly store: ObjectStore;
  readonly clock: Clock;
}

/**
 * Keeps a prompt's text as the version that it is, and answers its number. An approval that was cut short may have kept it already; where
 * it kept another text, this one gets the next number.
 */
export async function keepVersion(
  { service, store, clock }: Approvals,
  context: WriteContext,
  prompt: StoredObject,
): Promise<{ version: number; isNew: boolean }> {
  const text = promptOf(prompt);
  const there = versionsOf(store, prompt).find(({ version }) => version === text.version);
  if (there && isSameText(there, text)) return { version: text.version, isNew: false };
  const isTaken = numbersOf(store, prompt).includes(text.version);
  const version = isTaken ? nextVersion(store, prompt) : text.version;
  const { organizationId } = text;
  await service.create(
    context,
    {},
    {
      prompt: prompt.metadata.name,
      version,
      ...textOf(text),
      ...(organizationId === undefined ? {} : { organizationId }),
      approvedBy: context.principal.subject,
      approvedAt: new Date(clock.now()).toISOString(),
    },
    prompt,
  );
  return { version, isNew: true };
}

/** Takes back a version that was kept for an approval which then was refused; what is served stays. */
export async function forgetVersion(
  { service, store }: Approvals,
  context: WriteContext,
  { prompt, version }: { prompt: string; version: number },
): Promise<void> {
  const name = versionName(prompt, version);
  const template = await store.read(promptTemplate, prompt);
  if (template?.spec['servedVersion'] === version) return;
  const kept = await store.read(promptVersion, name);
  if (kept) await service.remove({ ...context, ifMatch: undefined }, kept);
}

/** Throws a Problem (422) where no approved text has that number. */
export function versionNamed(
  store: ObjectStore,
  prompt: StoredObject,
  version: number,
): PromptVersionSpec {
  const found = versionsOf(store, prompt).find((one) => one.version === version);
  if (found) return found;
  const detail = `There is no approved version ${version} of this prompt.`;
  throw new Problem(422, detail, { errors: [{ path: 'version', message: 'does not exist' }] });
}
