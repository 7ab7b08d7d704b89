import type { Fault } from './pattern-fault.ts';

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
  textsOf(spec).flatMap(({ path, text }) =>
    URL.canParse(text) ? [{ path, url: new URL(text) }] : [],
  );

/** What stands in place of an address and is none, such as `http://[fe80::1%25eth0]/`: nobody could send anything there. */
export const unreadableAddresses = (spec: unknown): readonly Fault[] =>
  textsOf(spec)
    .filter(({ text }) => !URL.canParse(text))
    .map(({ path }) => ({ path, message: 'is no address: write https://host/path' }));

const textsOf = (spec: unknown): readonly { path: readonly string[]; text: string }[] =>
  PATHS.flatMap((path) => {
    const text = path.reduce<unknown>(
      (value, field) =>
        typeof value === 'object' && value !== null
          ? (value as Readonly<Record<string, unknown>>)[field]
          : undefined,
      spec,
    );
    return typeof text === 'string' ? [{ path, text }] : [];
  });
