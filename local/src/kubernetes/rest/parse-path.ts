/** A resource path: `/api/v1/…` or `/apis/<group>/<version>/…`, taken apart. '' stands for what is not there. */
export interface ResourcePath {
  readonly group: string;
  readonly version: string;
  readonly namespace: string;
  readonly plural: string;
  readonly name: string;
  readonly subresource: string;
}

const SUBRESOURCES_OF_NAMESPACES = new Set(['status', 'finalize']);

/** A part of a path; one that is wrongly escaped stays as it is, and is then not found. */
function decode(part: string): string {
  return URL.canParse(`http://localhost/${part}`) && !/%(?![0-9A-Fa-f]{2})/.test(part)
    ? decodeURIComponent(part)
    : part;
}

/** Takes a path apart; undefined where it names no resource. */
export function parsePath(pathname: string): ResourcePath | undefined {
  const [, root, ...segments] = pathname.split('/').map(decode);
  if (root === 'api') {
    const [version = '', ...rest] = segments;
    return withResource('', version, rest);
  }
  if (root !== 'apis') return undefined;
  const [group = '', version = '', ...rest] = segments;
  return group === '' ? undefined : withResource(group, version, rest);
}

function withResource(
  group: string,
  version: string,
  rest: readonly string[],
): ResourcePath | undefined {
  const [first = '', second = '', third = '', ...more] = rest;
  const inNamespace =
    first === 'namespaces' && third !== '' && !SUBRESOURCES_OF_NAMESPACES.has(third);
  if (!inNamespace) {
    if (first === '' || more.length > 0) return undefined;
    const isSpace = first === 'namespaces';
    return {
      group: isSpace ? '' : group,
      version,
      namespace: '',
      plural: first,
      name: second,
      subresource: third,
    };
  }
  const [name = '', subresource = '', ...rubbish] = more;
  if (rubbish.length > 0) return undefined;
  return { group, version, namespace: second, plural: third, name, subresource };
}
