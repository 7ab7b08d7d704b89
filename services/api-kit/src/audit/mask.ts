/** Names of fields whose text is a secret, or may well hold one. */
const SECRET =
  /secret|token|password|passphrase|credential|api_?key|private_?key|key_?hash|authorization|routing_?key|webhook_?url/i;
/** Maps whose values may be secrets, whatever their names say. */
const SECRET_MAPS = new Set(['headers', 'env']);
/** Fields that hold an address. */
const ADDRESSES = /^(url|issuer|.*Url)$/;

/** Whether a field holds an address, by its name. */
export const isAddressField = (name: string): boolean => ADDRESSES.test(name);

/** A copy in which secrets are masked: the text of fields that are named like one, the values of headers and of environment variables, and what stands before `@` or after `?` in an address. */
export function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value === 'string') return maskedAddress(value.toWellFormed());
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name.toWellFormed(), maskedField(name, inner)]),
  );
}

function maskedField(name: string, value: unknown): unknown {
  if (SECRET_MAPS.has(name)) return withoutTexts(value);
  if (SECRET.test(name) && isText(value)) return MASK;
  const isAddress = typeof value === 'string' && isAddressField(name);
  return isAddress ? maskedAddressField(value.toWellFormed()) : masked(value);
}

/** References (`secretRef: {name, key}`) are objects and say where a secret stands, not what it is. */
const isText = (value: unknown): boolean =>
  typeof value === 'string' ||
  (Array.isArray(value) && value.every((one) => typeof one === 'string'));

function withoutTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTexts);
  if (typeof value === 'string') return MASK;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutTexts(one)]));
}

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

/** The address in a field of addresses, as `maskedAddress` has it. It may hold expressions of a workflow: where one hides which part is which, nothing of it is shown. */
export function maskedAddressField(text: string): string {
  const shown = maskedAddress(text);
  const parts = shown.replace(`${MASK}@`, '').replace(`?${MASK}`, '').replace(`#${MASK}`, '');
  return text.includes('${{') && /[@?#]/.test(parts) ? MASK : shown;
}
