import openapiTypes, { astToString } from 'openapi-typescript';

/** The TypeScript of an OpenAPI document's schemas and paths; `madeFrom` is what its first line names. */
export async function apiTypes(document: object, madeFrom: string): Promise<string> {
  const nodes = await openapiTypes(document as Parameters<typeof openapiTypes>[0]);
  return `// Made by \`make generate\` from ${madeFrom}.\n${astToString(nodes)}`;
}
