{{- /*
The services that this chart runs, as YAML. A further service is one more entry here, one more key of the same shape in values.yaml, and its
own environment in _environment.tpl; every template below goes over this map.

  port          where it serves; portName names it
  metricsPort   where it serves /metrics
  probes        port (by name) and paths of the three probes
  api           talks to the Kubernetes API: gets a mounted token, and needs a Role in rbac.yaml
  snapshot      takes a snapshot from the operator: token, CA, boot copies, the label that the operator counts replicas by
  data          keeps files here (a volume; see `persistence`)
  database      keeps facts in PostgreSQL, or below `data` where there is none
  counters      counts in Valkey or Redis, where there is one
  providers     calls addresses outside: model providers, identity providers
  public        people reach it: Ingress and HTTPRoute may point at it
*/ -}}
{{- define "aicp.services" -}}
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
  counters: true
  providers: true
  public: true
{{- end }}
