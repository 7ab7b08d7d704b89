import { join } from 'node:path';
import type { Rule } from '../control-plane/restricted-kubeconfig.ts';

/** Flags with which an API server writes into its own log what the operator asks of it. */
export const AUDIT_FLAGS: readonly string[] = [
  `--audit-policy-file=${join(import.meta.dirname, 'audit-policy.yaml')}`,
  '--audit-log-path=-',
];

/** One thing that somebody did, or may do. */
export interface Permission {
  readonly verb: string;
  /** `models.aicp.dev/status`, or a path that is no object's. */
  readonly resource: string;
  /** Of the object; any where undefined. */
  readonly name: string | undefined;
}

const named = (resource: string, group: string): string => {
  const [plural, subresource] = resource.split('/');
  return `${plural}${group && `.${group}`}${subresource === undefined ? '' : `/${subresource}`}`;
};

/** Each thing that rules allow. */
export const permissionsOf = (rules: readonly Rule[]): Permission[] =>
  rules.flatMap(({ verbs = [], apiGroups = [], resources = [], resourceNames, nonResourceURLs }) =>
    verbs.flatMap((verb) => [
      ...(nonResourceURLs ?? []).map((path) => ({ verb, resource: path, name: undefined })),
      ...apiGroups.flatMap((group) =>
        resources.flatMap((resource) =>
          (resourceNames ?? [undefined]).map((name) => ({
            verb,
            name,
            resource: named(resource, group),
          })),
        ),
      ),
    ]),
  );

interface AuditEvent {
  readonly verb: string;
  readonly requestURI: string;
  readonly objectRef?: {
    readonly apiGroup?: string;
    readonly resource: string;
    readonly subresource?: string;
    readonly name?: string;
  };
}

/** What the test asks in the operator's name, to learn whether its permissions are in force. */
const NOT_ITS_OWN = 'authorization.k8s.io';

/** Each thing that the operator asked for, from the log of an API server with AUDIT_FLAGS. */
export const callsIn = (log: string): Permission[] =>
  log
    .split('\n')
    .filter((line) => line.startsWith('{"kind":"Event"'))
    .map((line) => JSON.parse(line) as AuditEvent)
    .filter(({ objectRef }) => objectRef?.apiGroup !== NOT_ITS_OWN)
    .map(({ verb, requestURI, objectRef }) => {
      if (!objectRef) return { verb, resource: requestURI, name: undefined };
      const { apiGroup = '', resource, subresource, name } = objectRef;
      const whole = subresource === undefined ? resource : `${resource}/${subresource}`;
      return { verb, resource: named(whole, apiGroup), name };
    });

export const permits = (permission: Permission, call: Permission): boolean =>
  permission.verb === call.verb &&
  permission.resource === call.resource &&
  (permission.name === undefined || permission.name === call.name);

/** `patch secrets aicp-boot-gateway-0`. */
export const textOf = ({ verb, resource, name }: Permission): string =>
  [verb, resource, ...(name === undefined ? [] : [name])].join(' ');
