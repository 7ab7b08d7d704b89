import { CATEGORY, GROUP, VERSION, type KindDefinition } from '@aicp/crds/kit/kind';
import { rootSchema } from '@aicp/crds/kit/manifest';
import { asText, type KubeObject } from '../objects/object.ts';
import { customColumn, nameColumn, compileJsonPath } from './columns.ts';
import { subdomainErrors } from '../objects/names.ts';
import { objectMeta } from '../objects/object-meta.ts';
import { ruleChecker } from '../schema/rules.ts';
import { ALL_VERBS, type ResourceType } from './resource-type.ts';

function selectableFields(paths: readonly string[]): ResourceType['selectable'] {
  const entries = paths.map((path) => {
    const find = compileJsonPath(path);
    const read = (object: KubeObject): string => {
      const value = find(object)[0];
      return value === undefined || value === null ? '' : asText(value) || JSON.stringify(value);
    };
    return [path.slice(1), read] as const;
  });
  return Object.fromEntries(entries);
}

/** The resource of one of our kinds. All of it follows from the definition. */
export function customResource(kind: KindDefinition): ResourceType {
  const root = rootSchema(kind);
  const check = ruleChecker(kind);
  return {
    group: GROUP,
    version: VERSION,
    kind: kind.kind,
    plural: kind.plural,
    singular: kind.singular,
    listKind: kind.listKind,
    shortNames: kind.shortNames,
    categories: [CATEGORY],
    namespaced: true,
    verbs: ALL_VERBS,
    schema: { ...root, properties: { ...root.properties, metadata: objectMeta } },
    custom: true,
    statusSubresource: true,
    counted: true,
    unconditionalUpdate: false,
    createOnUpdate: false,
    columns: [nameColumn, ...(kind.columns ?? []).map(customColumn)],
    selectable: selectableFields(kind.selectable ?? []),
    storage: `${kind.plural}.${GROUP}`,
    alwaysPresent: [],
    nameErrors: subdomainErrors,
    prepare: () => undefined,
    check,
  };
}
