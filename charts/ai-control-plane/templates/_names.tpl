{{- /* Names, labels and references that every template shares. `context` is a dict of root, name, service and values: see _services.tpl. */ -}}

{{- define "aicp.fullname" -}}
{{- $name := .Values.nameOverride | default "aicp" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else if contains $name .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end }}

{{- /* Name of a cluster-scoped object: two releases in two namespaces never meet. */ -}}
{{- define "aicp.clusterName" -}}
{{- printf "aicp:%s:%s" .Release.Namespace (include "aicp.fullname" .) -}}
{{- end }}

{{- /* What never changes in the life of a release: selectors. Takes a dict of root and component. */ -}}
{{- define "aicp.selector" -}}
app.kubernetes.io/name: ai-control-plane
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- /* Of a pod: nothing that a new version of the chart changes, or every upgrade would replace every pod. Takes root and component. */ -}}
{{- define "aicp.podLabels" -}}
{{- include "aicp.selector" . }}
app.kubernetes.io/part-of: ai-control-plane
{{- with .root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- /* Of every other object. Takes root and component. */ -}}
{{- define "aicp.labels" -}}
{{- $own := dict
  "app.kubernetes.io/name" "ai-control-plane"
  "app.kubernetes.io/instance" .root.Release.Name
  "app.kubernetes.io/component" .component
  "app.kubernetes.io/part-of" "ai-control-plane"
  "app.kubernetes.io/managed-by" .root.Release.Service
  "app.kubernetes.io/version" (.root.Chart.AppVersion | replace "+" "_" | trunc 63)
  "helm.sh/chart" (printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" | trunc 63) -}}
{{- toYaml (merge $own .root.Values.commonLabels) -}}
{{- end }}

{{- /* metadata of an object in the release's namespace: root, component, name, and optionally labels and annotations. */ -}}
{{- define "aicp.metadata" -}}
namespace: {{ .root.Release.Namespace }}
{{ include "aicp.clusterMetadata" . }}
{{- end }}

{{- /* The same for an object of the cluster. */ -}}
{{- define "aicp.clusterMetadata" -}}
name: {{ .name }}
labels:
  {{- include "aicp.labels" . | nindent 2 }}
  {{- with .labels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with merge (dict) (.annotations | default dict) .root.Values.commonAnnotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- /* repository:tag, or repository@digest where a digest pins it. */ -}}
{{- define "aicp.image" -}}
{{- if .image.digest -}}
{{- printf "%s@%s" .image.repository .image.digest -}}
{{- else -}}
{{- printf "%s:%s" .image.repository (.image.tag | default .default) -}}
{{- end -}}
{{- end }}

{{- /* fullname-service, for an entry of the services map. */ -}}
{{- define "aicp.serviceName" -}}
{{- printf "%s-%s" (include "aicp.fullname" .root) .name -}}
{{- end }}

{{- /* The key of a service in values.yaml. Takes its name. */ -}}
{{- define "aicp.valuesKey" -}}
{{- eq . "mcp-host" | ternary "mcpHost" . -}}
{{- end }}

{{- define "aicp.serviceAccountName" -}}
{{- .values.serviceAccount.name | default (include "aicp.serviceName" .) -}}
{{- end }}

{{- /* "true" where an object of an optional API is wanted: always, or auto and the cluster knows the API. Takes root, mode and api. */ -}}
{{- define "aicp.wanted" -}}
{{- if or (eq .mode "always") (and (eq .mode "auto") (.root.Capabilities.APIVersions.Has .api)) }}true{{ end -}}
{{- end }}
