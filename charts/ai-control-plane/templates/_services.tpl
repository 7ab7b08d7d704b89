{{- /*
The services that this chart runs, as YAML. A further service is one more entry here, one more key of the same shape in values.yaml (aicp.valuesKey), and its
own environment in _environment.tpl; every template below goes over this map. Takes the root, or a dict with it.

  port          where it serves; portName names it
  metricsPort   where it serves /metrics
  probes        port (by name) and paths of the three probes
  api           talks to the Kubernetes API: gets a mounted token, and needs a Role in rbac.yaml
  snapshot      takes a snapshot from the operator: token, CA, boot copies, the label that the operator counts replicas by
  data          keeps files here (a volume; see `persistence`)
  database      works with PostgreSQL, or with a database of its own below `data` where there is none
  facts         writes into it: without PostgreSQL there is one pod of it, with a volume
  counters      counts in Valkey or Redis, where there is one
  spends        talks to the budget service, where there is one: its address, and a token for it
  node          options of Node.js
  providers     calls addresses outside: model providers, identity providers, what `http` steps of workflows name
  public        people reach it: Ingress and HTTPRoute may point at it
*/ -}}
{{- define "aicp.services" -}}
{{- $root := .root | default . -}}
operator:
  port: 8443
  portName: snapshot
  metricsPort: 9090
  probes: { port: metrics, startup: /healthz, readiness: /readyz, liveness: /healthz }
  api: true
gateway:
  port: 4000
  portName: http
  metricsPort: 9090
  probes: { port: http, startup: /health/liveliness, readiness: /health/readiness, liveness: /health/liveliness }
  snapshot: true
  data: /var/lib/aicp
  counters: true
  spends: true
  providers: true
  public: true
admin:
  port: 8086
  portName: http
  metricsPort: 9090
  probes: { port: http, startup: /health, readiness: /ready, liveness: /health }
  api: true
  snapshot: true
  data: /var/lib/aicp
  database: true
  facts: true
  counters: true
  providers: true
  public: true
{{- if $root.Values.budget.enabled }}
budget:
  port: 8081
  portName: http
  metricsPort: 9090
  probes: { port: http, startup: /health, readiness: /ready, liveness: /health }
  api: true
  snapshot: true
  data: /var/lib/aicp
  database: true
  facts: true
{{- end }}
{{- if $root.Values.cost.enabled }}
cost:
  port: 8080
  portName: http
  metricsPort: 9090
  probes: { port: http, startup: /health, readiness: /ready, liveness: /health }
  snapshot: true
  data: /var/lib/aicp
  database: true
{{- end }}
{{- if include "aicp.executesWorkflows" (dict "root" $root) }}
workflow:
  # What waits is small, but V8 lets garbage of 100 MiB lie before it collects: bench/waiting.
  node: [--max-semi-space-size=2, --heap-growing-percent=25]
  port: 8085
  portName: http
  metricsPort: 9090
  probes: { port: http, startup: /health, readiness: /ready, liveness: /health }
  snapshot: true
  data: /var/lib/aicp
  database: true
  facts: true
  providers: true
{{- end }}
{{- if include "aicp.runsPrograms" (dict "root" $root) }}
mcp-host:
  port: 8087
  portName: http
  metricsPort: 9090
  probes: { port: http, startup: /health, readiness: /ready, liveness: /health }
  snapshot: true
  data: /var/lib/aicp
{{- end }}
{{- end }}
