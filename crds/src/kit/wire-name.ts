import type { KindDefinition } from './kind.ts';

/** `targetModels` → `target_models`. */
export const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The wire's name of a field at the top of a kind's spec. */
export function wireName(kind: KindDefinition, field: string): string {
  return kind.wireNames?.[field] ?? (field === 'displayName' ? 'name' : snakeCase(field));
}
