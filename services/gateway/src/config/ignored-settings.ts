/** Forward proxies, as other programs take them from the environment. */
const IGNORED = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'];

/** Settings of the environment by which somebody wants providers to be reached, and which nothing here follows; in either case. */
export const ignoredSettings = (
  environment: Readonly<Record<string, string | undefined>>,
): string[] =>
  Object.keys(environment).filter(
    (name) => IGNORED.includes(name.toUpperCase()) && environment[name] !== '',
  );
