import type { KindDefinition } from './kind.ts';
import type { StructuralSchema } from './structural.ts';
import { snakeCase } from './wire-name.ts';

/** Whether a schema is that of a reference to a key of a Secret. */
export function isSecretRef(schema: StructuralSchema): boolean {
  const fields = Object.keys(schema.properties ?? {});
  return schema.type === 'object' && fields.length === 2 && 'key' in (schema.properties ?? {});
}

/** Under which name a client may send the secret itself instead of the reference `field`: `webhookUrlRef` → `webhook_url`. */
export const inlineName = (kind: KindDefinition, field: string): string =>
  kind.inlineSecrets?.[field] ?? snakeCase(field.replace(/Ref$/, ''));

/** What answers say instead of a secret: whether there is one. */
export const SECRET_SET = 'secret_set';
