/** A resource path, taken apart. '' stands for what is not there. */
export interface ResourcePath {
  readonly group: string;
  readonly version: string;
  readonly namespace: string;
  readonly plural: string;
  readonly name: string;
  readonly subresource: string;
}

/** `status` and `finalize` after a namespace are its subresources; anything else there is a collection in it. */
const PATH =
  /^\/(?:api|apis\/(?<group>[^/]+))\/(?<version>[^/]+)\/(?:namespaces\/(?<namespace>[^/]+)\/(?!(?:status|finalize)$))?(?<plural>[^/]+)(?:\/(?<name>[^/]+))?(?:\/(?<subresource>[^/]+))?$/;

/** Takes `/api/v1/…` or `/apis/<group>/<version>/…` apart; undefined where a path names no resource. No name needs escapes. */
export function parsePath(pathname: string): ResourcePath | undefined {
  const parts = PATH.exec(pathname)?.groups;
  if (!parts) return undefined;
  const {
    group = '',
    version = '',
    namespace = '',
    plural = '',
    name = '',
    subresource = '',
  } = parts;
  return { group, version, namespace, plural, name, subresource };
}
