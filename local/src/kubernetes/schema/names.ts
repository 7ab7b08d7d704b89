/** Go's wording of name errors, and the patterns behind them. */
const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`;
const QUALIFIED = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const CONFIG_KEY = '[-._a-zA-Z0-9]+';

const matches = (pattern: string, value: string): boolean => new RegExp(`^${pattern}$`).test(value);
const atMost = (max: number): string => `must be no more than ${max} bytes`;

/** A check answers what is wrong with a name; an empty list is a good name. */
export type NameCheck = (value: string) => string[];

export const subdomainErrors: NameCheck = (value) => [
  ...(value.length > 253 ? [atMost(253)] : []),
  ...(matches(SUBDOMAIN, value)
    ? []
    : [
        `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '${SUBDOMAIN}')`,
      ]),
];

export const labelNameErrors: NameCheck = (value) => [
  ...(value.length > 63 ? [atMost(63)] : []),
  ...(matches(LABEL, value)
    ? []
    : [
        `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '${LABEL}')`,
      ]),
];

const qualifiedHint = `must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '${QUALIFIED}')`;

/** Keys of labels and annotations, and finalizers: `name` or `domain/name`. */
export const qualifiedNameErrors: NameCheck = (value) => {
  const parts = value.split('/');
  const name = parts.at(-1) ?? '';
  if (parts.length > 2) {
    return [
      `a qualified name ${qualifiedHint} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  const prefix = parts.length === 2 ? subdomainErrors(parts[0] ?? '') : [];
  return [
    ...prefix.map((text) => `prefix part ${text}`),
    ...(name === '' ? ['name part must be non-empty'] : []),
    ...(name.length > 63 ? [`name part ${atMost(63)}`] : []),
    ...(matches(QUALIFIED, name) ? [] : [`name part ${qualifiedHint}`]),
  ];
};

export const labelValueErrors: NameCheck = (value) => [
  ...(value.length > 63 ? [atMost(63)] : []),
  ...(value === '' || matches(QUALIFIED, value)
    ? []
    : [
        `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')`,
      ]),
];

/** Keys of Secrets and ConfigMaps. */
export const configKeyErrors: NameCheck = (value) => [
  ...(value.length > 253 ? [atMost(253)] : []),
  ...(matches(CONFIG_KEY, value)
    ? []
    : [
        `a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '${CONFIG_KEY}')`,
      ]),
  ...(value === '.' ? [`must not be '.'`] : []),
  ...(value.startsWith('..') ? [`must not start with '..'`] : []),
];
