/** A check answers what is wrong with a name, in Go's words; an empty list is a good name. */
export type NameCheck = (value: string) => string[];

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`;
const QUALIFIED = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const CONFIG_KEY = '[-._a-zA-Z0-9]+';

/** A check by length and pattern; `rule` words the pattern, `examples` are names that match it. */
function nameCheck(max: number, pattern: string, rule: string, examples: string): NameCheck {
  const matches = new RegExp(`^${pattern}$`);
  const wrong = `${rule} (e.g. ${examples}, regex used for validation is '${pattern}')`;
  return (value) => [
    ...(value.length > max ? [`must be no more than ${max} bytes`] : []),
    ...(matches.test(value) ? [] : [wrong]),
  ];
}

const ENDS = 'must start and end with an alphanumeric character';

export const subdomainErrors = nameCheck(
  253,
  SUBDOMAIN,
  `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and ${ENDS}`,
  "'example.com'",
);

export const labelNameErrors = nameCheck(
  63,
  LABEL,
  `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and ${ENDS}`,
  "'my-name',  or '123-abc'",
);

const qualifiedPart = nameCheck(
  63,
  QUALIFIED,
  `must consist of alphanumeric characters, '-', '_' or '.', and ${ENDS}`,
  "'MyName',  or 'my.name',  or '123-abc'",
);

/** Keys of labels and annotations, and finalizers: `name` or `domain/name`. */
export const qualifiedNameErrors: NameCheck = (value) => {
  const [name = '', prefix, ...more] = value.split('/').reverse();
  if (more.length > 0) {
    return [
      "a qualified name must consist of a name with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')",
    ];
  }
  const prefixErrors = prefix === undefined ? [] : subdomainErrors(prefix);
  return [
    ...prefixErrors.map((text) => `prefix part ${text}`),
    ...qualifiedPart(name).map((text) => `name part ${text}`),
  ];
};

export const labelValueErrors = nameCheck(
  63,
  `(${QUALIFIED})?`,
  `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and ${ENDS}`,
  "'MyValue',  or 'my_value',  or '12345'",
);

/** Keys of Secrets and ConfigMaps. */
export const configKeyErrors = nameCheck(
  253,
  CONFIG_KEY,
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
  "'key.name',  or 'KEY_NAME',  or 'key-name'",
);
