import { ApiClient, type Connection } from './api-client.ts';
import { requestToken, writeKubeconfig } from './identities.ts';
import { type Manifest, applyAll, parseManifests } from './manifest.ts';
import { until } from './until.ts';

const RBAC_KINDS = ['ServiceAccount', 'Role', 'RoleBinding', 'ClusterRole', 'ClusterRoleBinding'];

export interface RestrictedOptions {
  readonly admin: Connection;
  /** As `helm template` prints it: what is neither a ServiceAccount, a role nor a binding is left out. */
  readonly yaml: string;
  /** Of the ServiceAccount, and of objects that name none. It must exist. */
  readonly namespace: string;
  readonly serviceAccount: string;
  /** Where the kubeconfig is written. */
  readonly folder: string;
}

export interface Restricted {
  readonly kubeconfigPath: string;
  readonly connection: Connection;
}

/**
 * Grants what the YAML grants, and nothing else, and answers a kubeconfig of the ServiceAccount once the grants are in force. Whatever
 * it is used for is then allowed to do just what the chart allows it. Throws where the YAML has no such ServiceAccount.
 */
export async function restrictedKubeconfig(options: RestrictedOptions): Promise<Restricted> {
  const { admin, namespace, serviceAccount, folder } = options;
  const objects = parseManifests(options.yaml).filter(({ kind }) => RBAC_KINDS.includes(kind));
  const account = objects.find(
    ({ kind, metadata }) => kind === 'ServiceAccount' && metadata.name === serviceAccount,
  );
  if (!account) throw new Error(`the YAML has no ServiceAccount ${serviceAccount}`);
  const client = new ApiClient(admin);
  try {
    await applyAll(client, objects, { namespace, fieldManager: 'helm' });
    const token = await requestToken(client, { namespace, name: serviceAccount });
    const connection = { ...admin, token };
    await untilInForce(connection, { objects, namespace, serviceAccount });
    const name = `${namespace}.${serviceAccount}`;
    const kubeconfigPath = await writeKubeconfig({ connection, name, namespace, folder });
    return { kubeconfigPath, connection };
  } finally {
    await client.close();
  }
}

/** What a role allows, with the names as the API has them: of objects, or of paths that are none. */
export interface Rule {
  readonly verbs?: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

/** The rules that the API server itself lists for the owner of a kubeconfig, in a namespace. */
export async function rulesOf(client: ApiClient, namespace: string): Promise<Rule[]> {
  const path = '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews';
  const answer = await client.ok<{ status: { resourceRules: Rule[] } }>('POST', path, {
    body: {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectRulesReview',
      spec: { namespace },
    },
  });
  return answer.status.resourceRules;
}

/** Roles and bindings, as YAML has them, and whom they are asked about. */
export interface Grants {
  readonly objects: readonly Manifest[];
  readonly namespace: string;
  readonly serviceAccount: string;
}

/** The API server learns of roles and bindings by watches of its own: a moment after they are stored. */
async function untilInForce(connection: Connection, grants: Grants): Promise<void> {
  const rules = grantedRules(grants).filter(({ resources = [] }) => resources.length > 0);
  const expected = rules.map(asText);
  const client = new ApiClient(connection);
  try {
    await until(
      async () => {
        const held = new Set((await rulesOf(client, grants.namespace)).map(asText));
        return expected.every((rule) => held.has(rule));
      },
      { what: `the roles of ${grants.serviceAccount} are in force` },
    );
  } finally {
    await client.close();
  }
}

interface Binding extends Manifest {
  readonly roleRef: { readonly kind: string; readonly name: string };
  readonly subjects?: readonly { readonly kind: string; readonly name: string }[];
}
interface Role extends Manifest {
  readonly rules?: readonly Rule[];
}

/** The rules of the roles that a binding in this namespace, or one for all, gives to the ServiceAccount. */
export function grantedRules({ objects, namespace, serviceAccount }: Grants): Rule[] {
  const bindings = objects.filter(
    ({ kind, metadata }) =>
      kind.endsWith('Binding') && (metadata.namespace ?? namespace) === namespace,
  ) as Binding[];
  const roles = bindings
    .filter(({ subjects = [] }) =>
      subjects.some(({ kind, name }) => kind === 'ServiceAccount' && name === serviceAccount),
    )
    .map(({ roleRef }) => roleRef);
  return (objects as Role[])
    .filter(({ kind, metadata }) =>
      roles.some((role) => role.kind === kind && role.name === metadata.name),
    )
    .flatMap(({ rules = [] }) => rules);
}

const asText = ({ verbs, apiGroups, resources, resourceNames }: Rule): string =>
  JSON.stringify([verbs, apiGroups, resources, resourceNames ?? []]);
