import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';

/** Where the tests of `ownerOf` find what each writer left, as it really was. */
const FIXTURES = join(
  import.meta.dirname,
  '../../../services/common/src/kubernetes/testing/written-by.json',
);

/** Expects that a writer left what is recorded of it; with AICP_RECORD_WRITERS=1, records it. */
export async function expectRecorded(writer: string, marks: object): Promise<void> {
  const recorded = JSON.parse(await readFile(FIXTURES, 'utf8')) as Record<string, object>;
  if (process.env['AICP_RECORD_WRITERS'] === '1') {
    await writeFile(FIXTURES, `${JSON.stringify({ ...recorded, [writer]: marks }, null, 2)}\n`);
    return;
  }
  expect(marks).toEqual(recorded[writer]);
}

/** What a writer left on an object, without what differs each time: uid, version, moments and the fields that it set. */
export function marksOn({ metadata }: { readonly metadata: object }): object {
  const { name, namespace, labels, annotations, managedFields } = metadata as Metadata;
  const managers = managedFields.map(({ manager, operation, apiVersion, subresource }) => ({
    manager,
    operation,
    apiVersion,
    subresource,
  }));
  const order = managers.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return { metadata: { name, namespace, labels, annotations, managedFields: order } };
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
