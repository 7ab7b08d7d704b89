{{- /* What the bundled stores share. */ -}}

{{- /* The services' security context with a store's own user. Takes root and user. */ -}}
{{- define "aicp.storeSecurity" -}}
{{- $own := dict "runAsUser" (int64 .user) "runAsGroup" (int64 .user) "fsGroup" (int64 .user) -}}
{{- toYaml (merge $own .root.Values.defaults.podSecurityContext) -}}
{{- end }}

{{- /* Where the address of PostgreSQL is, as `{ name, key }` of a Secret; nothing where there is none. Takes root. */ -}}
{{- define "aicp.postgresqlSecret" -}}
{{- $store := .root.Values.postgresql -}}
{{- $full := include "aicp.fullname" .root -}}
{{- if $store.bundled.enabled -}}
{ name: {{ $full }}-postgresql, key: url }
{{- else if $store.existingSecret.name -}}
{ name: {{ $store.existingSecret.name }}, key: {{ $store.existingSecret.key }} }
{{- else if $store.url -}}
{ name: {{ $full }}-admin-database, key: url }
{{- end -}}
{{- end }}

{{- /* Whether there is a Valkey or Redis ("true" or nothing). Takes root. */ -}}
{{- define "aicp.hasValkey" -}}
{{- with .root.Values.valkey -}}
{{- if or .bundled.enabled .existingSecret.name .url .sentinel.addresses .cluster.addresses }}true{{ end -}}
{{- end -}}
{{- end }}

{{- /* Where the address of Valkey is, as `{ name, key }` of a Secret. Takes root. */ -}}
{{- define "aicp.valkeySecret" -}}
{{- $store := .root.Values.valkey -}}
{{- if and $store.existingSecret.name (not $store.bundled.enabled) -}}
{ name: {{ $store.existingSecret.name }}, key: {{ $store.existingSecret.key }} }
{{- else -}}
{ name: {{ include "aicp.fullname" .root }}-valkey, key: url }
{{- end -}}
{{- end }}

{{- /* The Secret of the token by which gateways tell how limits stand, where they count by themselves; nothing elsewhere. Takes root. */ -}}
{{- define "aicp.countsToken" -}}
{{- $gateway := mergeOverwrite (deepCopy .root.Values.defaults) (deepCopy .root.Values.gateway) -}}
{{- if and $gateway.countsTokenSecret.name (not (include "aicp.hasValkey" .)) -}}
{{- if ne $gateway.tls.mode "none" -}}
{{- fail "gateway.countsTokenSecret needs gateway.tls.mode none: the admin service asks each pod by its address, for which there is no certificate" -}}
{{- end -}}
{{- $gateway.countsTokenSecret.name -}}
{{- end -}}
{{- end }}

{{- /* The Secret of what gateways and the admin service share for the playground; nothing for other services, and where there is none. Takes root and name. */ -}}
{{- define "aicp.playgroundKey" -}}
{{- $gateway := mergeOverwrite (deepCopy .root.Values.defaults) (deepCopy .root.Values.gateway) -}}
{{- if has .name (list "gateway" "admin") -}}
{{- $gateway.playgroundKeySecret.name -}}
{{- end -}}
{{- end }}

{{- /* The Secret with the CA of the gateways' certificate, where the admin service sends chats to them; nothing elsewhere. Takes root and name. */ -}}
{{- define "aicp.playgroundCa" -}}
{{- $gateway := mergeOverwrite (deepCopy .root.Values.defaults) (deepCopy .root.Values.gateway) -}}
{{- if and (eq .name "admin") (include "aicp.playgroundKey" .) (ne $gateway.tls.mode "none") -}}
{{- include "aicp.tlsSecret" (dict "root" .root "name" "gateway" "values" $gateway) -}}
{{- end -}}
{{- end }}

{{- /* Whether there is a workflow engine ("true" or nothing): it needs the secrets that it shares with others. Takes root. */ -}}
{{- define "aicp.executesWorkflows" -}}
{{- with .root.Values.workflow -}}
{{- if and .enabled .keysSecret.name }}true{{ end -}}
{{- end -}}
{{- end }}

{{- /* The Secret of what the workflow engine shares with the gateways and with the admin service; nothing for other services, and where there is no engine. Takes root and name. */ -}}
{{- define "aicp.workflowKeys" -}}
{{- if and (has .name (list "gateway" "admin" "workflow")) (include "aicp.executesWorkflows" .) -}}
{{- .root.Values.workflow.keysSecret.name -}}
{{- end -}}
{{- end }}

{{- /* Where the admin service and the gateways reach the workflow engine. Takes root. */ -}}
{{- define "aicp.workflowUrl" -}}
{{- $values := mergeOverwrite (deepCopy .root.Values.defaults) (deepCopy .root.Values.workflow) -}}
{{- $scheme := eq $values.tls.mode "none" | ternary "http" "https" -}}
{{- $port := $values.service.port | default (get (include "aicp.services" . | fromYaml) "workflow").port | int64 -}}
{{- printf "%s://%s.%s.svc:%v" $scheme (include "aicp.serviceName" (dict "root" .root "name" "workflow")) .root.Release.Namespace $port -}}
{{- end }}

{{- /* The Secret with the CA of the workflow engine's certificate, for the admin service and the gateways; nothing elsewhere. Takes root and name. */ -}}
{{- define "aicp.workflowCa" -}}
{{- $values := mergeOverwrite (deepCopy .root.Values.defaults) (deepCopy .root.Values.workflow) -}}
{{- if and (has .name (list "admin" "gateway")) (include "aicp.workflowKeys" .) (ne $values.tls.mode "none") -}}
{{- include "aicp.tlsSecret" (dict "root" .root "name" "workflow" "values" $values) -}}
{{- end -}}
{{- end }}

{{- /* The Secret with the CA of the gateways' certificate, for the workflow engine; nothing elsewhere. Takes root and name. */ -}}
{{- define "aicp.gatewayCaOfWorkflow" -}}
{{- $gateway := mergeOverwrite (deepCopy .root.Values.defaults) (deepCopy .root.Values.gateway) -}}
{{- if and (eq .name "workflow") (ne $gateway.tls.mode "none") -}}
{{- include "aicp.tlsSecret" (dict "root" .root "name" "gateway" "values" $gateway) -}}
{{- end -}}
{{- end }}

{{- /* Whether there is an MCP host ("true" or nothing). Takes root. */ -}}
{{- define "aicp.runsPrograms" -}}
{{- with .root.Values.mcpHost -}}
{{- if .enabled -}}
{{- if not .keySecret.name }}{{ fail "mcpHost.keySecret.name is needed: name a Secret with a random text of 32 characters or more" }}{{ end -}}
true
{{- end -}}
{{- end -}}
{{- end }}

{{- /* The Secret that the MCP host shares with the gateways and the admin service; nothing for other services, and where there is no host. Takes root and name. */ -}}
{{- define "aicp.mcpHostKey" -}}
{{- if and (has .name (list "gateway" "admin" "mcp-host")) (include "aicp.runsPrograms" .) -}}
{{- .root.Values.mcpHost.keySecret.name -}}
{{- end -}}
{{- end }}

{{- /* Where the MCP host is reached. Takes root. */ -}}
{{- define "aicp.mcpHostUrl" -}}
{{- $values := mergeOverwrite (deepCopy .root.Values.defaults) (deepCopy .root.Values.mcpHost) -}}
{{- $scheme := eq $values.tls.mode "none" | ternary "http" "https" -}}
{{- $port := $values.service.port | default (get (include "aicp.services" . | fromYaml) "mcp-host").port | int64 -}}
{{- printf "%s://%s.%s.svc:%v" $scheme (include "aicp.serviceName" (dict "root" .root "name" "mcp-host")) .root.Release.Namespace $port -}}
{{- end }}

{{- /* The Secret with the CA of the MCP host's certificate, for those who ask it; nothing elsewhere. Takes root and name. */ -}}
{{- define "aicp.mcpHostCa" -}}
{{- $values := mergeOverwrite (deepCopy .root.Values.defaults) (deepCopy .root.Values.mcpHost) -}}
{{- if and (has .name (list "gateway" "admin")) (include "aicp.mcpHostKey" .) (ne $values.tls.mode "none") -}}
{{- include "aicp.tlsSecret" (dict "root" .root "name" "mcp-host" "values" $values) -}}
{{- end -}}
{{- end }}

{{- /* Where the gateways are reached together. Takes root. */ -}}
{{- define "aicp.gatewayUrl" -}}
{{- $values := mergeOverwrite (deepCopy .root.Values.defaults) (deepCopy .root.Values.gateway) -}}
{{- $scheme := eq $values.tls.mode "none" | ternary "http" "https" -}}
{{- $port := $values.service.port | default (get (include "aicp.services" . | fromYaml) "gateway").port | int64 -}}
{{- printf "%s://%s.%s.svc:%v" $scheme (include "aicp.serviceName" (dict "root" .root "name" "gateway")) .root.Release.Namespace $port -}}
{{- end }}

{{- /* A name that stands for the addresses of all gateway pods. Takes root. */ -}}
{{- define "aicp.gatewayPodsUrl" -}}
{{- $port := (get (include "aicp.services" . | fromYaml) "gateway").port | int64 -}}
{{- printf "http://%s-pods.%s.svc:%v" (include "aicp.serviceName" (dict "root" .root "name" "gateway")) .root.Release.Namespace $port -}}
{{- end }}

{{- /* Refuses what would lose facts, or split them. Takes root, service and values. */ -}}
{{- define "aicp.requireDatabase" -}}
{{- if and .service.facts (not (include "aicp.postgresqlSecret" .)) -}}
{{- if gt (int .values.replicas) 1 -}}
{{- fail (printf "%s.replicas above 1 needs PostgreSQL: without one, each pod would keep facts of its own (see postgresql)" .name) -}}
{{- end -}}
{{- if not .values.persistence.enabled -}}
{{- fail (printf "%s keeps its facts on its volume where there is no PostgreSQL: leave %s.persistence.enabled on, or see postgresql" .name .name) -}}
{{- end -}}
{{- end -}}
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
