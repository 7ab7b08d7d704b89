/** What stands in place of a value that is not shown. */
export const MASK = '[masked]';

const ADDRESS = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*@)?([^?#]*)(\?[^#]*)?(#.*)?$/is;

/** An address without what may be a secret in it: user, password, query and fragment. Any other text as it is. */
export function maskedAddress(text: string): string {
  const [, scheme, user, place, query, fragment] = ADDRESS.exec(text) ?? [];
  if (scheme === undefined || place === undefined) return text;
  return [
    scheme,
    user === undefined ? '' : `${MASK}@`,
    place,
    query === undefined ? '' : `?${MASK}`,
    fragment === undefined ? '' : `#${MASK}`,
  ].join('');
}
