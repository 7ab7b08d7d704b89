{{- /* Ports by number: not every network plugin knows those of pods by name. */ -}}

{{- /* Who may reach a service. Takes root, component, name, service and values. */ -}}
{{- define "aicp.ingress" -}}
{{- if eq .name "operator" }}
# Snapshots, for the services that take them; acks, from one operator replica to the leader.
- ports: [{ port: {{ .service.port }}, protocol: TCP }]
  from:
    - podSelector: { matchLabels: { app.kubernetes.io/instance: {{ .root.Release.Name }}, aicp.dev/takes-snapshot: "true" } }
    - podSelector:
        matchLabels:
          {{- include "aicp.selector" . | nindent 10 }}
{{- else if eq .name "mcp-host" }}
- ports: [{ port: {{ .service.port }}, protocol: TCP }]
  from:
    {{- range list "gateway" "admin" }}
    - podSelector:
        matchLabels:
          {{- include "aicp.selector" (dict "root" $.root "component" .) | nindent 10 }}
    {{- end }}
{{- else }}
- ports: [{ port: {{ .service.port }}, protocol: TCP }]
  {{- with .values.networkPolicy.from }}
  from:
    {{- toYaml . | nindent 4 }}
    {{- if eq $.name "admin" }}
    - podSelector:
        matchLabels:
          {{- include "aicp.selector" (dict "root" $.root "component" "operator") | nindent 10 }}
    {{- end }}
    {{- if and (eq $.name "gateway") (or (include "aicp.countsToken" $) (include "aicp.playgroundKey" $)) }}
    - podSelector:
        matchLabels:
          {{- include "aicp.selector" (dict "root" $.root "component" "admin") | nindent 10 }}
    {{- end }}
    {{- if and (eq $.name "gateway") (include "aicp.workflowKeys" $) }}
    - podSelector:
        matchLabels:
          {{- include "aicp.selector" (dict "root" $.root "component" "workflow") | nindent 10 }}
    {{- end }}
    {{- if eq $.name "workflow" }}
    {{- range list "admin" "gateway" }}
    - podSelector:
        matchLabels:
          {{- include "aicp.selector" (dict "root" $.root "component" .) | nindent 10 }}
    {{- end }}
    {{- end }}
    {{- if eq $.name "budget" }}
    {{- range $other, $service := include "aicp.services" $ | fromYaml }}
    {{- if $service.spends }}
    - podSelector:
        matchLabels:
          {{- include "aicp.selector" (dict "root" $.root "component" $other) | nindent 10 }}
    {{- end }}
    {{- end }}
    {{- end }}
    - podSelector:
        matchLabels:
          {{- include "aicp.selector" (dict "root" $.root "component" "test") | nindent 10 }}
  {{- end }}
{{- end }}
{{- with .root.Values.metrics.networkPolicy.from }}
- ports: [{ port: {{ $.service.metricsPort }}, protocol: TCP }]
  from:
    {{- toYaml . | nindent 4 }}
{{- end }}
{{- end }}

{{- /* What a service may reach, besides DNS. */ -}}
{{- define "aicp.egress" -}}
{{- $policy := .root.Values.networkPolicy }}
{{- if or .service.snapshot (eq .name "operator") }}
- ports: [{ port: {{ (get (include "aicp.services" . | fromYaml) "operator").port }}, protocol: TCP }]
  to:
    - podSelector:
        matchLabels:
          {{- include "aicp.selector" (dict "root" .root "component" "operator") | nindent 10 }}
{{- end }}
{{- if eq .name "operator" }}
# What it saw, for the audit log.
- ports: [{ port: {{ (get (include "aicp.services" . | fromYaml) "admin").port }}, protocol: TCP }]
  to:
    - podSelector:
        matchLabels:
          {{- include "aicp.selector" (dict "root" .root "component" "admin") | nindent 10 }}
{{- end }}
{{- if .service.api }}
- ports:
    {{- range $policy.apiServer.ports }}
    - { port: {{ . | int64 }}, protocol: TCP }
    {{- end }}
  {{- with $policy.apiServer.to }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
{{- if .service.database }}
{{- $bundled := .root.Values.postgresql.bundled.enabled }}
{{- if or $bundled (include "aicp.postgresqlSecret" .) }}
- ports:
    {{- range $bundled | ternary (list 5432) $policy.database.ports }}
    - { port: {{ . | int64 }}, protocol: TCP }
    {{- end }}
  {{- if $bundled }}
  to:
    - podSelector:
        matchLabels:
          {{- include "aicp.selector" (dict "root" .root "component" "postgresql") | nindent 10 }}
  {{- else if $policy.database.to }}
  to:
    {{- toYaml $policy.database.to | nindent 4 }}
  {{- end }}
{{- end }}
{{- end }}
{{- if and (eq .name "admin") .values.smtp.secretName }}
# The mail server.
- ports:
    {{- range .values.smtp.ports }}
    - { port: {{ . | int64 }}, protocol: TCP }
    {{- end }}
{{- end }}
{{- if and (eq .name "admin") (or (include "aicp.countsToken" .) (include "aicp.playgroundKey" .)) }}
# How the limits stand, where each gateway counts by itself; chats of the playground.
- ports: [{ port: {{ (get (include "aicp.services" . | fromYaml) "gateway").port }}, protocol: TCP }]
  to:
    - podSelector:
        matchLabels:
          {{- include "aicp.selector" (dict "root" .root "component" "gateway") | nindent 10 }}
{{- end }}
{{- if eq .name "workflow" }}
# Models, tools and agents, for steps of executions.
- ports: [{ port: {{ (get (include "aicp.services" . | fromYaml) "gateway").port }}, protocol: TCP }]
  to:
    - podSelector:
        matchLabels:
          {{- include "aicp.selector" (dict "root" .root "component" "gateway") | nindent 10 }}
{{- end }}
{{- if and (has .name (list "admin" "gateway")) (include "aicp.workflowKeys" .) }}
# Executions of workflows: for whoever is signed in, and for callers of agents.
- ports: [{ port: {{ (get (include "aicp.services" . | fromYaml) "workflow").port }}, protocol: TCP }]
  to:
    - podSelector:
        matchLabels:
          {{- include "aicp.selector" (dict "root" .root "component" "workflow") | nindent 10 }}
{{- end }}
{{- if and (ne .name "mcp-host") (include "aicp.mcpHostKey" .) }}
# Servers of tools that are programs.
- ports: [{ port: {{ (get (include "aicp.services" . | fromYaml) "mcp-host").port }}, protocol: TCP }]
  to:
    - podSelector:
        matchLabels:
          {{- include "aicp.selector" (dict "root" .root "component" "mcp-host") | nindent 10 }}
{{- end }}
{{- if include "aicp.budgetUrl" . }}
# What was used.
- ports: [{ port: {{ (get (include "aicp.services" . | fromYaml) "budget").port }}, protocol: TCP }]
  to:
    - podSelector:
        matchLabels:
          {{- include "aicp.selector" (dict "root" .root "component" "budget") | nindent 10 }}
{{- end }}
{{- if and .service.counters (include "aicp.hasValkey" .) }}
{{- $bundled := .root.Values.valkey.bundled.enabled }}
- ports:
    {{- range $bundled | ternary (list 6379) $policy.valkey.ports }}
    - { port: {{ . | int64 }}, protocol: TCP }
    {{- end }}
  {{- if $bundled }}
  to:
    - podSelector:
        matchLabels:
          {{- include "aicp.selector" (dict "root" .root "component" "valkey") | nindent 10 }}
  {{- else if $policy.valkey.to }}
  to:
    {{- toYaml $policy.valkey.to | nindent 4 }}
  {{- end }}
{{- end }}
{{- if include "aicp.hasTelemetry" . }}
- ports:
    {{- range $policy.telemetry.ports }}
    - { port: {{ . | int64 }}, protocol: TCP }
    {{- end }}
  {{- with $policy.telemetry.to }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
{{- if and (eq .name "gateway") (or (include "aicp.hasProxy" .) $policy.proxy.to) }}
- ports:
    {{- range $policy.proxy.ports }}
    - { port: {{ . | int64 }}, protocol: TCP }
    {{- end }}
  {{- with $policy.proxy.to }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
{{- if .service.providers }}
- ports:
    {{- range $policy.providers.ports }}
    - { port: {{ . | int64 }}, protocol: TCP }
    {{- end }}
  {{- with $policy.providers.to }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
{{- with .values.networkPolicy.egress }}
{{ toYaml . }}
{{- end }}
{{- end }}
