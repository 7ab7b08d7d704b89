{{- /* Whether a service keeps its files on a volume of its own that outlives the pod ("true" or nothing). */ -}}
{{- define "aicp.persistent" -}}
{{- $factsElsewhere := and .service.database (include "aicp.postgresqlSecret" .) -}}
{{- if and .service.data (include "aicp.wantsVolume" .) (not $factsElsewhere) }}true{{ end -}}
{{- end }}

{{- /* persistence.enabled; where it is null, what the service has not passed on yet is to outlive the pod once somebody takes it ("true" or nothing). */ -}}
{{- define "aicp.wantsVolume" -}}
{{- $said := .values.persistence.enabled -}}
{{- if kindIs "invalid" $said }}{{ if .root.Values.budget.enabled }}true{{ end }}{{ else if $said }}true{{ end -}}
{{- end }}

{{- /* The Secret of the authority that Valkey's certificate is checked by; nothing where the service has none to check. */ -}}
{{- define "aicp.valkeyCa" -}}
{{- if and .service.counters (include "aicp.hasValkey" .) (not .root.Values.valkey.bundled.enabled) }}{{ .root.Values.valkey.tls.caSecret.name }}{{ end -}}
{{- end }}

{{- /* Whether a service sends traces and metrics ("true" or nothing). Takes values. */ -}}
{{- define "aicp.hasTelemetry" -}}
{{- with .values.telemetry }}{{ if .enabled }}true{{ end }}{{ end -}}
{{- end }}

{{- /* The Secret of the authority that the collector's certificate is checked by; nothing where the service has none to check. Takes values. */ -}}
{{- define "aicp.collectorCa" -}}
{{- if include "aicp.hasTelemetry" . }}{{ .values.telemetry.caSecret.name }}{{ end -}}
{{- end }}

{{- define "aicp.volumeMounts" -}}
- { name: tmp, mountPath: /tmp }
{{- if .service.data }}
- { name: data, mountPath: {{ .service.data }} }
{{- end }}
{{- if .service.snapshot }}
- { name: token, mountPath: /var/run/secrets/aicp, readOnly: true }
- { name: boot, mountPath: /var/run/aicp/boot, readOnly: true }
{{- if ne .root.Values.operator.tls.mode "none" }}
- { name: operator-ca, mountPath: /var/run/aicp/operator-ca, readOnly: true }
{{- end }}
{{- end }}
{{- if eq .name "operator" }}
- { name: audit-token, mountPath: /var/run/secrets/aicp-audit, readOnly: true }
{{- if ne .root.Values.admin.tls.mode "none" }}
- { name: admin-ca, mountPath: /var/run/aicp/admin-ca, readOnly: true }
{{- end }}
{{- end }}
{{- if and (eq .name "admin") .values.smtp.secretName }}
- { name: smtp, mountPath: /var/run/secrets/aicp-smtp, readOnly: true }
{{- end }}
{{- if include "aicp.valkeyCa" . }}
- { name: valkey-ca, mountPath: /var/run/aicp/valkey-ca, readOnly: true }
{{- end }}
{{- if and .service.counters (include "aicp.countsToken" .) }}
- { name: counts-token, mountPath: /var/run/secrets/aicp-counts, readOnly: true }
{{- end }}
{{- if include "aicp.playgroundKey" . }}
- { name: playground-key, mountPath: /var/run/secrets/aicp-playground, readOnly: true }
{{- if include "aicp.playgroundCa" . }}
- { name: gateway-ca, mountPath: /var/run/aicp/gateway-ca, readOnly: true }
{{- end }}
{{- end }}
{{- if include "aicp.workflowKeys" . }}
- { name: workflow-keys, mountPath: /var/run/secrets/aicp-workflow, readOnly: true }
{{- end }}
{{- if include "aicp.workflowCa" . }}
- { name: workflow-ca, mountPath: /var/run/aicp/workflow-ca, readOnly: true }
{{- end }}
{{- if include "aicp.mcpHostKey" . }}
- { name: mcp-host-key, mountPath: /var/run/secrets/aicp-mcp-host, readOnly: true }
{{- end }}
{{- if include "aicp.mcpHostCa" . }}
- { name: mcp-host-ca, mountPath: /var/run/aicp/mcp-host-ca, readOnly: true }
{{- end }}
{{- if include "aicp.gatewayCaOfWorkflow" . }}
- { name: gateway-ca, mountPath: /var/run/aicp/gateway-ca, readOnly: true }
{{- end }}
{{- if include "aicp.budgetUrl" . }}
- { name: budget-token, mountPath: /var/run/secrets/aicp-budget, readOnly: true }
{{- if include "aicp.budgetCa" . }}
- { name: budget-ca, mountPath: /var/run/aicp/budget-ca, readOnly: true }
{{- end }}
{{- end }}
{{- if include "aicp.collectorCa" . }}
- { name: collector-ca, mountPath: /var/run/aicp/collector-ca, readOnly: true }
{{- end }}
{{- if include "aicp.servesTls" . }}
- { name: tls, mountPath: /var/run/aicp/tls, readOnly: true }
{{- end }}
{{- with .values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "aicp.volumes" -}}
- name: tmp
  emptyDir: { sizeLimit: 64Mi }
{{- if and .service.data (not (include "aicp.persistent" .)) }}
- name: data
  emptyDir: { sizeLimit: {{ .values.persistence.size }} }
{{- end }}
{{- if .service.snapshot }}
{{ include "aicp.snapshotVolumes" . }}
{{- end }}
{{- if eq .name "operator" }}
- name: audit-token
  projected:
    defaultMode: 288 # 0440
    sources:
      - serviceAccountToken: { path: token, audience: aicp-audit, expirationSeconds: 3600 }
{{- if ne .root.Values.admin.tls.mode "none" }}
- name: admin-ca
  secret:
    secretName: {{ include "aicp.tlsSecret" (dict "root" .root "name" "admin" "values" .root.Values.admin) }}
    defaultMode: 292 # 0444
    items: [{ key: ca.crt, path: ca.crt }]
{{- end }}
{{- end }}
{{- if and (eq .name "admin") .values.smtp.secretName }}
- name: smtp
  secret:
    secretName: {{ .values.smtp.secretName }}
    defaultMode: 288 # 0440
{{- end }}
{{- with include "aicp.valkeyCa" . }}
- name: valkey-ca
  secret:
    secretName: {{ . }}
    defaultMode: 292 # 0444
    items: [{ key: {{ $.root.Values.valkey.tls.caSecret.key }}, path: ca.crt }]
{{- end }}
{{- if and .service.counters (include "aicp.countsToken" .) }}
- name: counts-token
  secret:
    secretName: {{ include "aicp.countsToken" . }}
    defaultMode: 288 # 0440
    items: [{ key: {{ .root.Values.gateway.countsTokenSecret.key }}, path: token }]
{{- end }}
{{- with include "aicp.playgroundKey" . }}
- name: playground-key
  secret:
    secretName: {{ . }}
    defaultMode: 288 # 0440
    items: [{ key: {{ $.root.Values.gateway.playgroundKeySecret.key }}, path: key }]
{{- end }}
{{- with include "aicp.playgroundCa" . }}
- name: gateway-ca
  secret:
    secretName: {{ . }}
    defaultMode: 292 # 0444
    items: [{ key: ca.crt, path: ca.crt }]
{{- end }}
{{- with include "aicp.workflowKeys" . }}
- name: workflow-keys
  secret:
    secretName: {{ . }}
    defaultMode: 288 # 0440
    items:
      {{- if ne $.name "admin" }}
      - { key: {{ $.root.Values.workflow.keysSecret.gatewayKey }}, path: gateway }
      {{- end }}
      {{- if ne $.name "gateway" }}
      - { key: {{ $.root.Values.workflow.keysSecret.adminKey }}, path: admin }
      {{- end }}
{{- end }}
{{- with include "aicp.workflowCa" . }}
- name: workflow-ca
  secret:
    secretName: {{ . }}
    defaultMode: 292 # 0444
    items: [{ key: ca.crt, path: ca.crt }]
{{- end }}
{{- with include "aicp.mcpHostKey" . }}
- name: mcp-host-key
  secret:
    secretName: {{ . }}
    defaultMode: 288 # 0440
    items: [{ key: {{ $.root.Values.mcpHost.keySecret.key }}, path: key }]
{{- end }}
{{- with include "aicp.mcpHostCa" . }}
- name: mcp-host-ca
  secret:
    secretName: {{ . }}
    defaultMode: 292 # 0444
    items: [{ key: ca.crt, path: ca.crt }]
{{- end }}
{{- with include "aicp.gatewayCaOfWorkflow" . }}
- name: gateway-ca
  secret:
    secretName: {{ . }}
    defaultMode: 292 # 0444
    items: [{ key: ca.crt, path: ca.crt }]
{{- end }}
{{- if include "aicp.budgetUrl" . }}
- name: budget-token
  projected:
    defaultMode: 288 # 0440
    sources:
      - serviceAccountToken: { path: token, audience: aicp-budget, expirationSeconds: 3600 }
{{- with include "aicp.budgetCa" . }}
- name: budget-ca
  secret:
    secretName: {{ . }}
    defaultMode: 292 # 0444
    items: [{ key: ca.crt, path: ca.crt }]
{{- end }}
{{- end }}
{{- with include "aicp.collectorCa" . }}
- name: collector-ca
  secret:
    secretName: {{ . }}
    defaultMode: 292 # 0444
    items: [{ key: {{ $.values.telemetry.caSecret.key }}, path: ca.crt }]
{{- end }}
{{- if include "aicp.servesTls" . }}
- name: tls
  {{- if eq .values.tls.mode "selfSigned" }}
  emptyDir: { medium: Memory, sizeLimit: 1Mi }
  {{- else }}
  secret: { secretName: {{ include "aicp.tlsSecret" . }}, defaultMode: 288 } # 0440
  {{- end }}
{{- end }}
{{- with .values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- /* The boot copies are what a pod starts from while the operator is away: the operator writes as many of the eight as it needs. */ -}}
{{- define "aicp.snapshotVolumes" -}}
- name: token
  projected:
    defaultMode: 288 # 0440
    sources:
      - serviceAccountToken: { path: token, audience: aicp-config, expirationSeconds: 3600 }
- name: boot
  projected:
    defaultMode: 288 # 0440
    sources:
      {{- range until 8 }}
      - secret:
          name: aicp-boot-{{ $.name }}-{{ . }}
          optional: true
          items: [{ key: meta, path: {{ . }}/meta }, { key: part, path: {{ . }}/part }]
      {{- end }}
{{- if ne .root.Values.operator.tls.mode "none" }}
- name: operator-ca
  secret:
    secretName: {{ include "aicp.tlsSecret" (dict "root" .root "name" "operator" "values" .root.Values.operator) }}
    defaultMode: 292 # 0444
    items: [{ key: ca.crt, path: ca.crt }]
{{- end }}
{{- end }}
