import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { KindDefinition } from '../kit/kind.ts';
import { toCrd } from '../kit/manifest.ts';
import { readSchema, writeSchema } from '../kit/wire-schema.ts';
import { apiTypes } from './api-types.ts';
import { crdTemplate, kindsTemplate } from './chart-templates.ts';
import { withFieldReference } from './field-reference.ts';
import { declaredKinds } from './kind-list.ts';
import { declaredSections } from './section-list.ts';

/** Everything that is made from the kinds: path (from the root of the repository) to contents. */
export async function outputs(
  kinds: readonly KindDefinition[],
  root: string,
): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const manifests = kinds.toSorted((a, b) => a.plural.localeCompare(b.plural)).map(manifestYaml);
  files.set('crds/manifests/aicp.dev.yaml', yamlStream(manifests));
  files.set('charts/aicp-crds/templates/aicp.dev.yaml', yamlStream(manifests.map(crdTemplate)));
  for (const kind of kinds) {
    const page = `docs/reference/${kind.feature}.md`;
    files.set(page, withFieldReference(await readFile(join(root, page), 'utf8'), kind));
  }
  files.set('charts/ai-control-plane/templates/_kinds.tpl', kindsTemplate(kinds));
  files.set(...declaredKinds(kinds, root));
  files.set(...declaredSections(root));
  const schemas = apiSchemas(kinds);
  files.set('crds/api/schemas.json', `${JSON.stringify(schemas, null, 2)}\n`);
  files.set('crds/src/generated/api.ts', await apiTypes(schemas, 'the kinds in crds/src'));
  return files;
}

function manifestYaml(kind: KindDefinition): string {
  const yaml = stringify(toCrd(kind), { aliasDuplicateObjects: false, lineWidth: 120 });
  return `# Made by \`make generate\` from crds/src/${kind.feature}.ts.\n${yaml}`;
}

/** Documents as one stream, so that the CRDs are one file. */
const yamlStream = (documents: readonly string[]): string => documents.join('---\n');

/** The kinds as the HTTP API writes them, as the components of an OpenAPI document. */
function apiSchemas(kinds: readonly KindDefinition[]) {
  return {
    openapi: '3.0.3',
    info: { title: 'Resources of the AI control plane', version: 'v1' },
    paths: {},
    components: {
      schemas: Object.fromEntries(
        kinds.flatMap((kind) => [
          [kind.kind, readSchema(kind)],
          [`${kind.kind}Write`, writeSchema(kind)],
        ]),
      ),
    },
  };
}
