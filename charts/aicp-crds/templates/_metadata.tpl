{{- define "aicp-crds.annotations" -}}
{{- $annotations := .Values.annotations -}}
{{- if .Values.keep }}{{ $annotations = merge (dict "helm.sh/resource-policy" "keep") $annotations }}{{ end -}}
{{- if $annotations }}{{ toYaml $annotations }}{{ end -}}
{{- end }}

{{- define "aicp-crds.labels" -}}
{{- $own := dict
  "helm.sh/chart" (printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_")
  "app.kubernetes.io/managed-by" .Release.Service -}}
{{- toYaml (merge $own .Values.labels) -}}
{{- end }}
