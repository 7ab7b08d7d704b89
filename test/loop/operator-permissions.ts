/** Exactly what an operator needs, as a chart grants it. */
export const operatorPermissions = (namespace: string): string => `
apiVersion: v1
kind: ServiceAccount
metadata: { name: aicp-operator, namespace: ${namespace} }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: { name: aicp-operator, namespace: ${namespace} }
rules:
  - { apiGroups: [aicp.dev], resources: ["*"], verbs: [get, list, watch] }
  - { apiGroups: [aicp.dev], resources: ["*/status"], verbs: [patch] }
  - { apiGroups: [aicp.dev], resources: [controlplanes, apikeys, accesstiers], verbs: [create] }
  - { apiGroups: [""], resources: [secrets], verbs: [get, list, watch, create, patch, delete] }
  - { apiGroups: [""], resources: [configmaps], verbs: [get, list, watch, create] }
  - { apiGroups: [""], resources: [configmaps], resourceNames: [aicp-snapshot], verbs: [update] }
  - { apiGroups: [""], resources: [events], verbs: [create, patch] }
  - { apiGroups: [coordination.k8s.io], resources: [leases], verbs: [create] }
  - { apiGroups: [coordination.k8s.io], resources: [leases], resourceNames: [aicp-operator], verbs: [get, update] }
  - { apiGroups: [discovery.k8s.io], resources: [endpointslices], verbs: [list, watch] }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: aicp-operator, namespace: ${namespace} }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: aicp-operator }
subjects: [{ kind: ServiceAccount, name: aicp-operator, namespace: ${namespace} }]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: aicp-operator-${namespace} }
rules:
  - { apiGroups: [apiextensions.k8s.io], resources: [customresourcedefinitions], verbs: [list, watch] }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: { name: aicp-operator-${namespace} }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: aicp-operator-${namespace} }
subjects: [{ kind: ServiceAccount, name: aicp-operator, namespace: ${namespace} }]
`;
