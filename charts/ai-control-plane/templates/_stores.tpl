{{- /* What the bundled stores share. */ -}}

{{- /* The services' security context with a store's own user. Takes root and user. */ -}}
{{- define "aicp.storeSecurity" -}}
{{- $own := dict "runAsUser" (int64 .user) "runAsGroup" (int64 .user) "fsGroup" (int64 .user) -}}
{{- toYaml (merge $own .root.Values.defaults.podSecurityContext) -}}
{{- end }}

{{- /* Lets this release's services in, and lets the store itself reach nothing. Takes root, component, name and port. */ -}}
{{- define "aicp.storePolicy" }}
{{- if .root.Values.networkPolicy.enabled }}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  {{- include "aicp.metadata" . | nindent 2 }}
spec:
  podSelector:
    matchLabels:
      {{- include "aicp.selector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
  ingress:
    - ports: [{ port: {{ .port }}, protocol: TCP }]
      from:
        - podSelector: { matchLabels: { app.kubernetes.io/instance: {{ .root.Release.Name }}, aicp.dev/takes-snapshot: "true" } }
  egress: []
{{- end }}
{{- end }}
