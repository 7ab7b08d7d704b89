import { join } from 'node:path';

/** Where the tests of `ownerOf` find what each writer left, as it really was. */
const FIXTURES = join(
  import.meta.dirname,
  '../../../services/common/src/kubernetes/testing/written-by',
);

/** The file of one writer. */
export const fixtureOf = (writer: string): string => join(FIXTURES, `${writer}.json`);

/** What a writer left on an object, without what differs each time: uid, version, moments and the fields that it set. */
export function marksOn({ metadata }: { readonly metadata: object }): string {
  const { name, namespace, labels, annotations, managedFields } = metadata as Metadata;
  const managers = managedFields.map(({ manager, operation, apiVersion, subresource }) => ({
    ...{ manager, operation, apiVersion, subresource },
  }));
  const order = managers.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  const marks = { metadata: { name, namespace, labels, annotations, managedFields: order } };
  return `${JSON.stringify(marks, null, 2)}\n`;
}

interface Metadata {
  readonly name: string;
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly managedFields: readonly {
    readonly manager: string;
    readonly operation: string;
    readonly apiVersion: string;
    readonly subresource?: string;
  }[];
}
