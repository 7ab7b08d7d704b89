/** An address in a spec, and where it stands. */
export interface Address {
  readonly path: readonly string[];
  readonly url: URL;
}

/** Where specs of any kind say that something is asked. */
const PATHS: readonly (readonly string[])[] = [
  ['baseUrl'],
  ['url'],
  ['config', 'url'],
  ['external', 'url'],
  ['sso', 'issuer'],
];

/** Every address that requests are sent to on account of a spec. */
export const addressesOf = (spec: unknown): readonly Address[] =>
  PATHS.flatMap((path) => {
    const text = path.reduce<unknown>(
      (value, field) =>
        typeof value === 'object' && value !== null
          ? (value as Readonly<Record<string, unknown>>)[field]
          : undefined,
      spec,
    );
    return typeof text === 'string' && URL.canParse(text) ? [{ path, url: new URL(text) }] : [];
  });
