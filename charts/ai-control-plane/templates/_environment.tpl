{{- /* What each service is told. Takes root, name, service and values; a service's own part is "aicp.environment.<name>". */ -}}
{{- define "aicp.environment" -}}
- { name: AICP_LOG_LEVEL, value: {{ .values.logLevel | quote }} }
- { name: AICP_METRICS_PORT, value: {{ .service.metricsPort | quote }} }
{{ include (printf "aicp.environment.%s" .name) . }}
{{- if .service.snapshot }}
{{ include "aicp.environment.snapshot" . }}
{{- end }}
{{- if .service.counters }}
{{- include "aicp.environment.counters" . }}
{{- end }}
{{- if include "aicp.playgroundKey" . }}
- { name: AICP_PLAYGROUND_KEY_FILE, value: /var/run/secrets/aicp-playground/key }
{{- if eq .name "admin" }}
- { name: AICP_PLAYGROUND_URL, value: {{ include "aicp.gatewayUrl" . | quote }} }
{{- if include "aicp.playgroundCa" . }}
- { name: AICP_PLAYGROUND_CA_FILE, value: /var/run/aicp/gateway-ca/ca.crt }
{{- end }}
{{- end }}
{{- end }}
{{- include "aicp.environment.workflows" . }}
{{- include "aicp.environment.programs" . }}
{{- with include "aicp.budgetUrl" . }}
- { name: AICP_BUDGET_URL, value: {{ . | quote }} }
- { name: AICP_USAGE_TOKEN_FILE, value: /var/run/secrets/aicp-budget/token }
{{- if include "aicp.budgetCa" $ }}
- { name: AICP_BUDGET_CA_FILE, value: /var/run/aicp/budget-ca/ca.crt }
{{- end }}
{{- end }}
{{- with .values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- /* For every service that takes a snapshot. */ -}}
{{- define "aicp.environment.snapshot" -}}
- name: AICP_INSTANCE
  valueFrom: { fieldRef: { fieldPath: metadata.name } }
- { name: AICP_OPERATOR_URL, value: {{ include "aicp.snapshotUrl" . | quote }} }
- { name: AICP_TOKEN_FILE, value: /var/run/secrets/aicp/token }
- { name: AICP_BOOT_DIR, value: /var/run/aicp/boot }
{{- if ne .root.Values.operator.tls.mode "none" }}
- { name: AICP_OPERATOR_CA_FILE, value: /var/run/aicp/operator-ca/ca.crt }
{{- end }}
{{- end }}

{{- /* Whose token stands for which service: `<ServiceAccount>: <service>` for every service that takes a snapshot. Takes root. */ -}}
{{- define "aicp.snapshotAccounts" -}}
{{- range $name, $service := include "aicp.services" . | fromYaml }}
{{- if $service.snapshot }}
{{- $values := mergeOverwrite (deepCopy $.root.Values.defaults) (deepCopy (index $.root.Values (include "aicp.valuesKey" $name))) }}
{{ include "aicp.serviceAccountName" (dict "root" $.root "name" $name "values" $values) }}: {{ $name }}
{{- end }}
{{- end }}
{{- end }}

{{- define "aicp.environment.operator" -}}
- name: AICP_NAMESPACE
  valueFrom: { fieldRef: { fieldPath: metadata.namespace } }
- name: AICP_IDENTITY
  valueFrom: { fieldRef: { fieldPath: metadata.name } }
- { name: AICP_SNAPSHOT_HOST, value: {{ .values.listenAddress | quote }} }
- name: AICP_SNAPSHOT_ADVERTISED_HOST
  valueFrom: { fieldRef: { fieldPath: status.podIP } }
- { name: AICP_SNAPSHOT_PORT, value: {{ .service.port | quote }} }
- { name: AICP_SNAPSHOT_AUDIENCE, value: aicp-config }
- { name: AICP_SNAPSHOT_SERVICE_ACCOUNTS, value: {{ include "aicp.snapshotAccounts" . | fromYaml | toJson | quote }} }
{{- if include "aicp.servesTls" . }}
- { name: AICP_SNAPSHOT_CERT_FILE, value: /var/run/aicp/tls/tls.crt }
- { name: AICP_SNAPSHOT_KEY_FILE, value: /var/run/aicp/tls/tls.key }
- { name: AICP_SNAPSHOT_CA_FILE, value: /var/run/aicp/tls/ca.crt }
{{- end }}
- { name: AICP_AUDIT_URL, value: {{ include "aicp.adminUrl" . | quote }} }
- { name: AICP_AUDIT_TOKEN_FILE, value: /var/run/secrets/aicp-audit/token }
{{- if ne .root.Values.admin.tls.mode "none" }}
- { name: AICP_AUDIT_CA_FILE, value: /var/run/aicp/admin-ca/ca.crt }
{{- end }}
{{- end }}

{{- /* Where counts are shared, for the services that count; without Valkey, the token by which gateways tell theirs, and to the admin service who they are. */ -}}
{{- define "aicp.environment.counters" -}}
{{- $store := .root.Values.valkey }}
{{- if include "aicp.countsToken" . }}
- { name: AICP_COUNTS_TOKEN_FILE, value: /var/run/secrets/aicp-counts/token }
{{- if eq .name "admin" }}
- { name: AICP_GATEWAY_URL, value: {{ include "aicp.gatewayPodsUrl" . | quote }} }
{{- end }}
{{- end }}
{{- if include "aicp.hasValkey" . }}
- { name: AICP_REDIS_PREFIX, value: {{ printf "%s.%s" .root.Release.Namespace (include "aicp.fullname" .root) | quote }} }
{{- if and $store.sentinel.addresses (not $store.bundled.enabled) }}
- { name: AICP_REDIS_SENTINELS, value: {{ join "," $store.sentinel.addresses | quote }} }
- { name: AICP_REDIS_MASTER, value: {{ $store.sentinel.master | quote }} }
{{- else if and $store.cluster.addresses (not $store.bundled.enabled) }}
- { name: AICP_REDIS_CLUSTER, value: {{ join "," $store.cluster.addresses | quote }} }
{{- else }}
- name: AICP_REDIS_URL
  valueFrom: { secretKeyRef: {{ include "aicp.valkeySecret" . }} }
{{- end }}
{{- if not $store.bundled.enabled }}
{{- with $store.username }}
- { name: AICP_REDIS_USERNAME, value: {{ . | quote }} }
{{- end }}
{{- with $store.passwordSecret }}
{{- if .name }}
- name: AICP_REDIS_PASSWORD
  valueFrom: { secretKeyRef: { name: {{ .name }}, key: {{ .key }} } }
{{- end }}
{{- end }}
{{- if $store.tls.enabled }}
- { name: AICP_REDIS_TLS, value: "true" }
{{- end }}
{{- if $store.tls.caSecret.name }}
- { name: AICP_REDIS_CA_FILE, value: /var/run/aicp/valkey-ca/ca.crt }
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{- /* Where requests to providers may go, where it is not what the programs do by themselves. */ -}}
{{- define "aicp.environment.egress" -}}
{{- with .root.Values.egress }}
{{- if ne (join "," .allow) "private" }}
- { name: AICP_EGRESS_ALLOW, value: {{ join "," .allow | quote }} }
{{- end }}
{{- with .tenantsAllow }}
- { name: AICP_EGRESS_TENANTS_ALLOW, value: {{ join "," . | quote }} }
{{- end }}
{{- end }}
{{- end }}

{{- /* The forward proxy by which providers are reached. */ -}}
{{- define "aicp.environment.proxy" -}}
{{- with .root.Values.egress.proxy }}
{{- if .secretName }}
{{- range $name := list "HTTPS_PROXY" "HTTP_PROXY" }}
- name: {{ $name }}
  valueFrom: { secretKeyRef: { name: {{ $.root.Values.egress.proxy.secretName }}, key: {{ $name }}, optional: true } }
{{- end }}
{{- else }}
{{- with .https }}
- { name: HTTPS_PROXY, value: {{ . | quote }} }
{{- end }}
{{- with .http }}
- { name: HTTP_PROXY, value: {{ . | quote }} }
{{- end }}
{{- end }}
{{- with .noProxy }}
- { name: NO_PROXY, value: {{ join "," . | quote }} }
{{- end }}
{{- if ne .tenants "none" }}
- { name: AICP_EGRESS_TENANTS_PROXY, value: {{ .tenants }} }
{{- end }}
{{- end }}
{{- end }}

{{- /* Whether there is one. */ -}}
{{- define "aicp.hasProxy" -}}
{{- with .root.Values.egress.proxy }}
{{- if or .secretName .https .http }}true{{ end }}
{{- end }}
{{- end }}

{{- define "aicp.environment.gateway" -}}
- { name: AICP_HOST, value: {{ .values.listenAddress | quote }} }
- { name: AICP_PORT, value: {{ .service.port | quote }} }
- { name: AICP_DATA_DIR, value: {{ .service.data }} }
- { name: AICP_DRAIN_SECONDS, value: {{ .values.drainSeconds | int64 | quote }} }
- { name: AICP_CLIENT_STALL_SECONDS, value: {{ .values.clientStallSeconds | int64 | quote }} }
- { name: AICP_REALTIME_SESSION_SECONDS, value: {{ .values.realtime.sessionSeconds | int64 | quote }} }
- { name: AICP_REALTIME_IDLE_SECONDS, value: {{ .values.realtime.idleSeconds | int64 | quote }} }
- { name: AICP_MAX_REQUESTS, value: {{ .values.maxRequests | int64 | quote }} }
- { name: AICP_REQUEST_MEMORY_BYTES, value: {{ .values.requestMemoryBytes | int64 | quote }} }
- { name: AICP_ANSWER_BYTES, value: {{ .values.answerBytes | int64 | quote }} }
- { name: AICP_JOURNAL_TOTAL_BYTES, value: {{ .values.journal.maxBytes | int64 | quote }} }
- { name: AICP_JOURNAL_ON_FULL, value: {{ .values.journal.onFull | quote }} }
{{- with .values.publicUrl }}
- { name: AICP_PUBLIC_URL, value: {{ . | quote }} }
{{- end }}
{{- with .values.corsOrigins }}
- { name: AICP_CORS_ORIGINS, value: {{ join "," . | quote }} }
{{- end }}
{{- include "aicp.environment.egress" . }}
{{- include "aicp.environment.proxy" . }}
{{- include "aicp.environment.telemetry" . }}
{{- if include "aicp.servesTls" . }}
- { name: AICP_TLS_CERT_FILE, value: /var/run/aicp/tls/tls.crt }
- { name: AICP_TLS_KEY_FILE, value: /var/run/aicp/tls/tls.key }
{{- end }}
{{- end }}

{{- /* Whom the gateway tells of requests, by the standard variables of OpenTelemetry. */ -}}
{{- define "aicp.environment.telemetry" -}}
{{- with .values.telemetry }}
{{- if .enabled }}
- { name: OTEL_EXPORTER_OTLP_ENDPOINT, value: {{ required "gateway.telemetry.endpoint is needed where gateway.telemetry.enabled" .endpoint | quote }} }
{{- if not .traces }}
- { name: OTEL_TRACES_EXPORTER, value: none }
{{- end }}
{{- if not .metrics }}
- { name: OTEL_METRICS_EXPORTER, value: none }
{{- end }}
{{- with .headersSecret }}
{{- if .name }}
- name: OTEL_EXPORTER_OTLP_HEADERS
  valueFrom: { secretKeyRef: { name: {{ .name }}, key: {{ .key }} } }
{{- end }}
{{- end }}
{{- if .caSecret.name }}
- { name: OTEL_EXPORTER_OTLP_CERTIFICATE, value: /var/run/aicp/collector-ca/ca.crt }
{{- end }}
- { name: OTEL_TRACES_SAMPLER, value: {{ .sampler | quote }} }
- { name: OTEL_TRACES_SAMPLER_ARG, value: {{ .samplerRatio | quote }} }
- { name: OTEL_METRIC_EXPORT_INTERVAL, value: {{ mul 1000 (int64 .metricsIntervalSeconds) | quote }} }
{{- if .resourceAttributes }}
{{- $attributes := list }}
{{- range $name, $value := .resourceAttributes }}
{{- $attributes = append $attributes (printf "%s=%s" $name ($value | urlquery | replace "+" "%20")) }}
{{- end }}
- { name: OTEL_RESOURCE_ATTRIBUTES, value: {{ join "," $attributes | quote }} }
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{- define "aicp.environment.admin" -}}
- { name: AICP_HOST, value: {{ .values.listenAddress | quote }} }
- { name: AICP_PORT, value: {{ .service.port | quote }} }
- name: AICP_NAMESPACE
  valueFrom: { fieldRef: { fieldPath: metadata.namespace } }
- { name: AICP_DATA_DIR, value: {{ .service.data }} }
{{- if .values.console.enabled }}
- { name: AICP_CONSOLE_DIR, value: /app/console/dist }
{{- end }}
{{- with .values.publicUrl }}
- { name: AICP_PUBLIC_URL, value: {{ . | quote }} }
{{- end }}
{{- with .values.trustedProxies }}
- { name: AICP_TRUSTED_PROXIES, value: {{ join "," . | quote }} }
{{- end }}
{{- with .values.corsOrigins }}
- { name: AICP_CORS_ORIGINS, value: {{ join "," . | quote }} }
{{- end }}
{{- include "aicp.environment.egress" . }}
{{- with .values.events }}
{{- with .allow }}
- { name: AICP_EVENTS_ALLOW, value: {{ join "," . | quote }} }
{{- end }}
{{- with .tenantsAllow }}
- { name: AICP_EVENTS_TENANTS_ALLOW, value: {{ join "," . | quote }} }
{{- end }}
{{- with .pagerDutyUrl }}
- { name: AICP_PAGERDUTY_URL, value: {{ . | quote }} }
{{- end }}
{{- end }}
{{- if .values.smtp.secretName }}
- { name: AICP_SMTP_DIRECTORY, value: /var/run/secrets/aicp-smtp }
{{- end }}
- { name: AICP_AUDIT_SERVICE_ACCOUNT, value: {{ include "aicp.operatorAccount" . | quote }} }
{{- with include "aicp.licenseSecret" . }}
- name: LICENSE_KEY
  valueFrom: { secretKeyRef: {{ . }} }
{{- end }}
{{- include "aicp.environment.database" . }}
{{- /* The budget service keeps the ledger; where each pod has a database of its own, no other service can read it. */ -}}
{{- if and .root.Values.budget.enabled (include "aicp.postgresqlSecret" .) }}
- { name: AICP_LEDGER, value: "true" }
{{- end }}
{{- if include "aicp.servesTls" . }}
- { name: AICP_TLS_CERT_FILE, value: /var/run/aicp/tls/tls.crt }
- { name: AICP_TLS_KEY_FILE, value: /var/run/aicp/tls/tls.key }
{{- end }}
{{- end }}

{{- /* Where the facts stand; without it, in a database of the pod's own. */ -}}
{{- define "aicp.environment.database" -}}
{{- with include "aicp.postgresqlSecret" . }}
- name: AICP_DATABASE_URL
  valueFrom: { secretKeyRef: {{ . }} }
{{- end }}
{{- end }}

{{- define "aicp.environment.budget" -}}
{{- include "aicp.environment.money" . }}
- name: AICP_NAMESPACE
  valueFrom: { fieldRef: { fieldPath: metadata.namespace } }
- { name: AICP_USAGE_SERVICE_ACCOUNTS, value: {{ include "aicp.usageAccounts" . | fromYamlArray | join "," | quote }} }
{{- with .values.spendReaders }}
- { name: AICP_SPEND_SERVICE_ACCOUNTS, value: {{ join "," . | quote }} }
{{- end }}
{{- end }}

{{- define "aicp.environment.cost" -}}
{{- include "aicp.environment.money" . }}
{{- /* A database of its own, or one that no budget service fills, is no ledger: what it holds is not what was spent. */}}
- { name: AICP_LEDGER, value: {{ and .root.Values.budget.enabled (include "aicp.postgresqlSecret" .) | empty | ternary "false" "true" | quote }} }
{{- end }}

{{- /* Of the services that may answer without a key: those about money, and the workflow engine. */ -}}
{{- define "aicp.environment.money" -}}
- { name: AICP_HOST, value: {{ .values.listenAddress | quote }} }
- { name: AICP_PORT, value: {{ .service.port | quote }} }
- { name: AICP_DATA_DIR, value: {{ .service.data }} }
- { name: AICP_REQUIRE_AUTH, value: {{ .values.requireAuth | quote }} }
{{- with .values.publicUrl }}
- { name: AICP_PUBLIC_URL, value: {{ . | quote }} }
{{- end }}
{{- with .values.trustedProxies }}
- { name: AICP_TRUSTED_PROXIES, value: {{ join "," . | quote }} }
{{- end }}
{{- with .values.corsOrigins }}
- { name: AICP_CORS_ORIGINS, value: {{ join "," . | quote }} }
{{- end }}
{{- include "aicp.environment.database" . }}
{{- if include "aicp.servesTls" . }}
- { name: AICP_TLS_CERT_FILE, value: /var/run/aicp/tls/tls.crt }
- { name: AICP_TLS_KEY_FILE, value: /var/run/aicp/tls/tls.key }
{{- end }}
{{- end }}

{{- define "aicp.environment.workflow" -}}
{{- include "aicp.environment.money" . }}
- { name: AICP_GATEWAY_URL, value: {{ include "aicp.gatewayUrl" . | quote }} }
{{- if include "aicp.gatewayCaOfWorkflow" . }}
- { name: AICP_GATEWAY_CA_FILE, value: /var/run/aicp/gateway-ca/ca.crt }
{{- end }}
{{- with .values.egress }}
{{- with .allow }}
- { name: AICP_WORKFLOW_ALLOW, value: {{ join "," . | quote }} }
{{- end }}
{{- with .tenantsAllow }}
- { name: AICP_WORKFLOW_TENANTS_ALLOW, value: {{ join "," . | quote }} }
{{- end }}
{{- end }}
{{- end }}

{{- define "aicp.environment.mcp-host" -}}
- { name: AICP_HOST, value: {{ .values.listenAddress | quote }} }
- { name: AICP_PORT, value: {{ .service.port | quote }} }
- { name: AICP_DATA_DIR, value: {{ .service.data }} }
{{- with .values.programs }}
- { name: AICP_MCP_HOST_MOST_SERVERS, value: {{ .most | int64 | quote }} }
- { name: AICP_MCP_HOST_SERVER_BYTES, value: {{ .memoryBytes | int64 | quote }} }
- { name: AICP_MCP_HOST_SERVER_PROCESSES, value: {{ .processes | int64 | quote }} }
{{- end }}
{{- if include "aicp.servesTls" . }}
- { name: AICP_TLS_CERT_FILE, value: /var/run/aicp/tls/tls.crt }
- { name: AICP_TLS_KEY_FILE, value: /var/run/aicp/tls/tls.key }
{{- end }}
{{- end }}

{{- /* What the MCP host shares with the gateways and the admin service, and where these reach it. */ -}}
{{- define "aicp.environment.programs" -}}
{{- if include "aicp.mcpHostKey" . }}
- { name: AICP_MCP_HOST_KEY_FILE, value: /var/run/secrets/aicp-mcp-host/key }
{{- if ne .name "mcp-host" }}
- { name: AICP_MCP_HOST_URL, value: {{ include "aicp.mcpHostUrl" . | quote }} }
{{- if include "aicp.mcpHostCa" . }}
- { name: AICP_MCP_HOST_CA_FILE, value: /var/run/aicp/mcp-host-ca/ca.crt }
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{- /* What the workflow engine shares with the gateways, by which these know its steps and ask it for workflows that are agents, and with the admin service, by which it knows who is signed in there. */ -}}
{{- define "aicp.environment.workflows" -}}
{{- if include "aicp.workflowKeys" . }}
{{- if has .name (list "gateway" "workflow") }}
- { name: AICP_WORKFLOW_KEY_FILE, value: /var/run/secrets/aicp-workflow/gateway }
{{- end }}
{{- if has .name (list "admin" "workflow") }}
- { name: AICP_WORKFLOW_ADMIN_KEY_FILE, value: /var/run/secrets/aicp-workflow/admin }
{{- end }}
{{- if has .name (list "admin" "gateway") }}
- { name: AICP_WORKFLOW_URL, value: {{ include "aicp.workflowUrl" . | quote }} }
{{- if include "aicp.workflowCa" . }}
- { name: AICP_WORKFLOW_CA_FILE, value: /var/run/aicp/workflow-ca/ca.crt }
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{- /* The ServiceAccounts of those that deliver usage to the budget service. Takes root. */ -}}
{{- define "aicp.usageAccounts" -}}
{{- range $name, $service := include "aicp.services" . | fromYaml }}
{{- if $service.spends }}
{{- $values := mergeOverwrite (deepCopy $.root.Values.defaults) (deepCopy (index $.root.Values (include "aicp.valuesKey" $name))) }}
- {{ include "aicp.serviceAccountName" (dict "root" $.root "name" $name "values" $values) }}
{{- end }}
{{- end }}
{{- end }}

{{- /* The name of the operator's ServiceAccount. Takes root. */ -}}
{{- define "aicp.operatorAccount" -}}
{{- $values := mergeOverwrite (deepCopy .root.Values.defaults) (deepCopy .root.Values.operator) -}}
{{- include "aicp.serviceAccountName" (dict "root" .root "name" "operator" "values" $values) -}}
{{- end }}

{{- /* Where the license key is, as `{ name, key }` of a Secret; nothing where there is none. Takes root. */ -}}
{{- define "aicp.licenseSecret" -}}
{{- with .root.Values.license -}}
{{- if .existingSecret.name -}}
{ name: {{ .existingSecret.name }}, key: {{ .existingSecret.key }} }
{{- else if .key -}}
{ name: {{ include "aicp.fullname" $.root }}-admin-license, key: license-key }
{{- end -}}
{{- end -}}
{{- end }}
