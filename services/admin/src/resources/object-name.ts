import { hash } from 'node:crypto';
import type { KindDefinition } from '@aicp/crds/kit/kind';
import type { Collection, Spec } from './collection.ts';

const MAX_CHARACTERS = 55;
const HASH_CHARACTERS = 6;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** `Data Science!` → `data-science`: lower case, `-` for everything else, at most 55 characters. Empty where nothing is left. */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, MAX_CHARACTERS)
    .replace(/-+$/, '');

/** A slug that two texts never share: where it lost something, six characters of the text's hash tell it apart. */
export function uniqueSlug(text: string): string {
  const slug = slugOf(text);
  if (slug === text) return slug;
  const tail = hash('sha256', text).slice(0, HASH_CHARACTERS);
  return slug === '' ? `model-${tail}` : `${slug}-${tail}`;
}

/**
 * metadata.name of a new object: the only one that there may be, by the collection's own rule, from its slug, or from its name; else kind
 * and six random characters.
 */
export function objectName(collection: Collection, spec: Spec, random: () => number): string {
  if (collection.kind.singleton !== undefined) return collection.kind.singleton;
  const given = collection.makeName
    ? collection.makeName(spec)
    : slugOf(textOf(spec, ['slug', collection.nameFrom ?? '', 'displayName']));
  return given !== undefined && given !== '' ? given : randomName(collection.kind, random);
}

/** The slug of a new object that was sent without one; `name` is the one that it would have. */
export function slugFrom(spec: Spec, name: string): string {
  const slug = slugOf(textOf(spec, ['slug', 'displayName']));
  return slug === '' ? name : slug;
}

/** The first of these fields that holds a text; empty where none does. */
export function textOf(spec: Spec, fields: readonly string[]): string {
  const values = fields.map((field) => spec[field]);
  return values.find((value) => typeof value === 'string') ?? '';
}

function randomName(kind: KindDefinition, random: () => number): string {
  const letters = Array.from({ length: 6 }, () =>
    LETTERS.charAt(Math.floor(random() * LETTERS.length)),
  );
  return `${kind.singular}-${letters.join('')}`;
}
