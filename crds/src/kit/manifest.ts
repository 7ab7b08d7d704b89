import { createHash } from 'node:crypto';
import { API_VERSION, CATEGORY, GROUP, VERSION, type KindDefinition } from './kind.ts';
import type { StructuralSchema } from './structural.ts';
import { withArticle } from './with-article.ts';

/** Annotation that tells the operator whether the CRD in a cluster is the one it was built with. */
export const SCHEMA_HASH_ANNOTATION = `${GROUP}/schema-hash`;

/** The name of a kind's CRD object. */
export const crdName = (kind: KindDefinition): string => `${kind.plural}.${GROUP}`;

/** `kubectl explain` of an API server calls a decimal an `<Object>`, since its schema may have no type. */
const DECIMAL = 'A decimal number: a whole one as a number, any other as text ("0.05").';

/** A schema whose descriptions say of each decimal how it is written. */
function withDecimals(schema: StructuralSchema): StructuralSchema {
  const { properties, items, additionalProperties } = schema;
  const out = { ...schema };
  if (schema['x-kubernetes-int-or-string']) {
    out.description = [schema.description, DECIMAL].filter(Boolean).join(' ');
  }
  if (properties) {
    const entries = Object.entries(properties);
    out.properties = Object.fromEntries(entries.map(([key, one]) => [key, withDecimals(one)]));
  }
  if (items) out.items = withDecimals(items);
  if (additionalProperties) out.additionalProperties = withDecimals(additionalProperties);
  return out;
}

/** The whole schema of a kind's objects, with root rules (singleton and reserved names, immutable specs). */
export function rootSchema(kind: KindDefinition): StructuralSchema {
  const rules = rootRules(kind);
  return {
    type: 'object',
    description: kind.description,
    required: ['spec'],
    properties: {
      apiVersion: { type: 'string', description: `Always ${API_VERSION}.` },
      kind: { type: 'string', description: `Always ${kind.kind}.` },
      metadata: { type: 'object' },
      spec: { description: 'What is wanted.', ...withDecimals(kind.structural.spec) },
      status: {
        description: 'What the operator observed. Written by the operator alone.',
        ...kind.structural.status,
        default: { observedGeneration: -1 },
      },
    },
    ...(rules.length > 0 ? { 'x-kubernetes-validations': rules } : {}),
  };
}

function rootRules(kind: KindDefinition): { rule: string; message: string }[] {
  const rules = [];
  if (kind.singleton)
    rules.push({ rule: singletonRule(kind.singleton), message: singletonMessage(kind) });
  if (kind.reserved) {
    const { names, message } = kind.reserved;
    rules.push({ rule: reservedRule(names), message });
  }
  if (kind.immutable)
    rules.push({ rule: 'self.spec == oldSelf.spec', message: immutableMessage(kind) });
  return rules;
}

const singletonRule = (name: string): string => `self.metadata.name == '${name}'`;

const reservedRule = (names: readonly string[]): string =>
  `!(self.metadata.name in [${names.map((name) => `'${name}'`).join(', ')}])`;

/** What a second object of a singleton kind is told. */
export const singletonMessage = (kind: KindDefinition): string =>
  `there is one ${kind.kind}, and its name is ${kind.singleton ?? ''}: edit that one`;

/** What a change of an immutable spec is told. */
export const immutableMessage = (kind: KindDefinition): string =>
  `${withArticle(kind.kind)} does not change once it is written: create a new one`;

/** The CustomResourceDefinition of a kind, ready to be applied. */
export function toCrd(kind: KindDefinition) {
  const schema = rootSchema(kind);
  const hash = createHash('sha256').update(JSON.stringify(schema)).digest('hex').slice(0, 16);
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: crdName(kind),
      annotations: { [SCHEMA_HASH_ANNOTATION]: hash },
      labels: { 'app.kubernetes.io/part-of': 'ai-control-plane' },
    },
    spec: {
      group: GROUP,
      scope: 'Namespaced',
      names: {
        kind: kind.kind,
        listKind: kind.listKind,
        plural: kind.plural,
        singular: kind.singular,
        shortNames: [...kind.shortNames],
        categories: [CATEGORY],
      },
      versions: [
        {
          name: VERSION,
          served: true,
          storage: true,
          subresources: { status: {} },
          additionalPrinterColumns: kind.columns,
          ...(kind.selectable
            ? { selectableFields: kind.selectable.map((jsonPath) => ({ jsonPath })) }
            : {}),
          schema: { openAPIV3Schema: schema },
        },
      ],
    },
  };
}
