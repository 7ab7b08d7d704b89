{{- /* The pod of a service, for a Deployment or a StatefulSet. Takes root, component, name, service and values. */ -}}
{{- define "aicp.pod" -}}
metadata:
  labels:
    {{- include "aicp.podLabels" . | nindent 4 }}
    {{- if .service.snapshot }}
    aicp.dev/takes-snapshot: "true"
    {{- end }}
    {{- with .values.podLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  annotations:
    kubectl.kubernetes.io/default-container: {{ .name }}
    {{- with merge (dict) .values.podAnnotations .root.Values.commonAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  serviceAccountName: {{ include "aicp.serviceAccountName" . }}
  automountServiceAccountToken: {{ .service.api | default false }}
  enableServiceLinks: false
  {{- with .root.Values.image.pullSecrets }}
  imagePullSecrets:
    {{- range . }}
    - name: {{ . }}
    {{- end }}
  {{- end }}
  {{- with .values.priorityClassName }}
  priorityClassName: {{ . }}
  {{- end }}
  terminationGracePeriodSeconds: {{ include "aicp.gracePeriod" . }}
  securityContext:
    {{- toYaml .values.podSecurityContext | nindent 4 }}
  {{- if eq .values.tls.mode "selfSigned" }}
  initContainers:
    {{- include "aicp.certificatesContainer" . | nindent 4 }}
  {{- end }}
  containers:
    {{- include "aicp.container" . | nindent 4 }}
  volumes:
    {{- include "aicp.volumes" . | nindent 4 }}
  {{- with .values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .values.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  topologySpreadConstraints:
    {{- include "aicp.spread" . | trim | nindent 4 }}
{{- end }}

{{- define "aicp.container" -}}
- name: {{ .name }}
  image: {{ include "aicp.image" (dict "image" .root.Values.image "default" .root.Chart.AppVersion) }}
  imagePullPolicy: {{ .root.Values.image.pullPolicy }}
  {{- with .service.node }}
  command: [node, {{ join ", " . }}, /app/images/main.ts]
  {{- end }}
  args: [{{ .name }}]
  env:
    {{- include "aicp.environment" . | nindent 4 }}
  {{- with .values.extraEnvFrom }}
  envFrom:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  ports:
    - { name: {{ .service.portName }}, containerPort: {{ .service.port }} }
    - { name: metrics, containerPort: {{ .service.metricsPort }} }
  {{- include "aicp.probes" . | nindent 2 }}
  {{- if .values.preStopSeconds }}
  # The time that it takes until nobody sends new requests here; the process hears of its end after that.
  lifecycle: { preStop: { sleep: { seconds: {{ .values.preStopSeconds | int64 }} } } }
  {{- end }}
  resources:
    {{- toYaml .values.resources | nindent 4 }}
  securityContext:
    {{- toYaml .values.securityContext | nindent 4 }}
  volumeMounts:
    {{- include "aicp.volumeMounts" . | nindent 4 }}
{{- end }}

{{- /* Makes the service's Secret where it is absent or near its end, and hands it over in files: a Secret that does not exist yet can't be mounted. */ -}}
{{- define "aicp.certificatesContainer" -}}
- name: certificates
  image: {{ include "aicp.image" (dict "image" .root.Values.image "default" .root.Chart.AppVersion) }}
  imagePullPolicy: {{ .root.Values.image.pullPolicy }}
  args: [certificates]
  env:
    - name: AICP_NAMESPACE
      valueFrom: { fieldRef: { fieldPath: metadata.namespace } }
    - { name: AICP_TLS_SECRET, value: {{ include "aicp.tlsSecret" . }} }
    - { name: AICP_TLS_NAMES, value: {{ include "aicp.tlsNames" . | fromYamlArray | join "," | quote }} }
    - { name: AICP_TLS_DIR, value: /var/run/aicp/tls }
  resources:
    requests: { cpu: 10m, memory: 64Mi }
    limits: { memory: 256Mi }
  securityContext:
    {{- toYaml .values.securityContext | nindent 4 }}
  volumeMounts:
    - { name: tls, mountPath: /var/run/aicp/tls }
{{- end }}

{{- define "aicp.probes" -}}
{{- $port := .service.probes.port -}}
{{- $scheme := and (eq $port .service.portName) (ne .values.tls.mode "none") | ternary "HTTPS" "HTTP" -}}
startupProbe:
  httpGet: { path: {{ .service.probes.startup }}, port: {{ $port }}, scheme: {{ $scheme }} }
  periodSeconds: 1
  failureThreshold: {{ .service.database | default false | ternary 180 60 }}
readinessProbe:
  httpGet: { path: {{ .service.probes.readiness }}, port: {{ $port }}, scheme: {{ $scheme }} }
  periodSeconds: 3
  timeoutSeconds: 3
  failureThreshold: 2
livenessProbe:
  httpGet: { path: {{ .service.probes.liveness }}, port: {{ $port }}, scheme: {{ $scheme }} }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
{{- end }}

{{- /* Longer than preStop and draining together, so that the kubelet never cuts a stream that the service would have finished. */ -}}
{{- define "aicp.gracePeriod" -}}
{{- add (int64 .values.preStopSeconds) (int64 (.values.drainSeconds | default 10)) 15 -}}
{{- end }}

{{- define "aicp.spread" -}}
{{- if .values.topologySpreadConstraints -}}
{{- toYaml .values.topologySpreadConstraints -}}
{{- else -}}
{{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
- topologyKey: {{ . }}
  maxSkew: 1
  whenUnsatisfiable: ScheduleAnyway
  labelSelector:
    matchLabels:
      {{- include "aicp.selector" $ | nindent 6 }}
{{- end }}
{{- end -}}
{{- end }}
