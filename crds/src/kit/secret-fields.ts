import type { KindDefinition } from './kind.ts';
import { valuesAt } from './references.ts';
import type { StructuralSchema } from './structural.ts';
import { snakeCase } from './wire-name.ts';

/**
 * Whether a schema is that of a reference to a key of a Secret, for which a client may send the value itself. What a spec refers to is
 * told by `secretNamesIn`: there are references to whole Secrets, too.
 */
export function isSecretRef({ type, properties = {} }: StructuralSchema): boolean {
  const fields = Object.keys(properties);
  return type === 'object' && fields.length === 2 && 'name' in properties && 'key' in properties;
}

/** Names of all Secrets that a spec refers to, by what the fields of its kind declare. */
export const secretNamesIn = (
  { references }: Pick<KindDefinition, 'references'>,
  spec: Readonly<Record<string, unknown>>,
): readonly string[] =>
  references
    .filter(({ to }) => to === 'Secret')
    .flatMap((reference) => valuesAt(spec, reference))
    .map((value) => (value as { readonly name?: unknown } | null)?.name)
    .filter((name) => typeof name === 'string');

/** Under which name a client may send the secret itself instead of the reference `field`: `webhookUrlRef` → `webhook_url`. */
export const inlineName = (kind: KindDefinition, field: string): string =>
  kind.inlineSecrets?.[field] ?? snakeCase(field.replace(/Ref$/, ''));

/** What answers say instead of a secret: whether there is one. */
export const SECRET_SET = 'secret_set';
