import { provider } from '@aicp/crds/provider';
import { PROVIDER_FORMS } from '@aicp/crds/kit/provider-forms';
import { inlineName } from '@aicp/crds/kit/secret-fields';
import { wireName } from '@aicp/crds/kit/wire-name';
import { CAPABILITIES } from '../providers/capabilities.ts';
import { speaks, typesByName, type Type } from './provider-table.ts';

/** The types of provider that are served, for the console: what each can, and what is to be filled in for it. Fields are those of the API. */
export function providerList(): string {
  const list = typesByName().map((type) => {
    const { credential = null, fields, required } = PROVIDER_FORMS[type];
    const { name, tools, images, schema, reasoning } = CAPABILITIES[type];
    return {
      ...{ type, name, credential, fields: fields.flatMap(wireNames) },
      required: required.map((field) => wireName(provider, field)),
      ...{ asked: speaks(type), tools, images, schema, reasoning },
    };
  });
  return `${JSON.stringify(list satisfies readonly { type: Type }[], undefined, 2)}\n`;
}

/** A reference to a Secret can be given as the secret itself, too. */
function wireNames(field: string): readonly string[] {
  const name = wireName(provider, field);
  return /SecretRef$|^secretRef$/.test(field) ? [name, inlineName(provider, field)] : [name];
}
