{{- /*
TLS of a service, by its `tls.mode`:
  selfSigned      its own init container makes the Secret once and keeps it (nothing random is rendered, and no hook runs); operator only
  certManager     cert-manager makes it (certificates.yaml)
  existingSecret  it is there already
  none            plain HTTP
*/ -}}

{{- /* "true" or nothing. Takes values. */ -}}
{{- define "aicp.servesTls" -}}
{{- if ne .values.tls.mode "none" }}true{{ end -}}
{{- end }}

{{- /* The Secret that holds tls.crt, tls.key and ca.crt of a service. Takes root, name and values. */ -}}
{{- define "aicp.tlsSecret" -}}
{{- if eq .values.tls.mode "existingSecret" -}}
{{- required (printf "%s.tls.existingSecret is needed where %s.tls.mode is existingSecret" .name .name) .values.tls.existingSecret -}}
{{- else -}}
{{- printf "%s-tls" (include "aicp.serviceName" .) -}}
{{- end -}}
{{- end }}

{{- /* The names that a certificate of a service must hold: the operator is asked by the third. Takes root, name and values. */ -}}
{{- define "aicp.tlsNames" -}}
{{- $name := include "aicp.serviceName" . -}}
{{- $namespace := .root.Release.Namespace -}}
{{- $own := list $name (printf "%s.%s" $name $namespace) (printf "%s.%s.svc" $name $namespace) (printf "%s.%s.svc.%s" $name $namespace .root.Values.clusterDomain) -}}
{{- concat $own .values.tls.dnsNames | toYaml -}}
{{- end }}

{{- /* Where the operator tells the admin service what it saw. Takes root. */ -}}
{{- define "aicp.adminUrl" -}}
{{- $values := mergeOverwrite (deepCopy .root.Values.defaults) (deepCopy .root.Values.admin) -}}
{{- $scheme := eq $values.tls.mode "none" | ternary "http" "https" -}}
{{- $port := $values.service.port | default (get (include "aicp.services" . | fromYaml) "admin").port | int64 -}}
{{- printf "%s://%s.%s.svc:%v" $scheme (include "aicp.serviceName" (dict "root" .root "name" "admin")) .root.Release.Namespace $port -}}
{{- end }}

{{- /* Where a service reaches the budget service; nothing where there is none, or it has nothing to say to it. Takes root and service. */ -}}
{{- define "aicp.budgetUrl" -}}
{{- if and .service.spends .root.Values.budget.enabled -}}
{{- $values := mergeOverwrite (deepCopy .root.Values.defaults) (deepCopy .root.Values.budget) -}}
{{- $port := $values.service.port | default (get (include "aicp.services" . | fromYaml) "budget").port | int64 -}}
{{- $scheme := eq $values.tls.mode "none" | ternary "http" "https" -}}
{{- printf "%s://%s.%s.svc:%v" $scheme (include "aicp.serviceName" (dict "root" .root "name" "budget")) .root.Release.Namespace $port -}}
{{- end -}}
{{- end }}

{{- /* The Secret of the authority that the budget service's certificate is checked by; nothing where there is none to check. Takes root and service. */ -}}
{{- define "aicp.budgetCa" -}}
{{- if include "aicp.budgetUrl" . -}}
{{- $values := mergeOverwrite (deepCopy .root.Values.defaults) (deepCopy .root.Values.budget) -}}
{{- if ne $values.tls.mode "none" }}{{ include "aicp.tlsSecret" (dict "root" .root "name" "budget" "values" $values) }}{{ end -}}
{{- end -}}
{{- end }}

{{- /* Where the services poll for their snapshots. Takes root. */ -}}
{{- define "aicp.snapshotUrl" -}}
{{- $values := mergeOverwrite (deepCopy .root.Values.defaults) (deepCopy .root.Values.operator) -}}
{{- $scheme := eq $values.tls.mode "none" | ternary "http" "https" -}}
{{- $port := $values.service.port | default (get (include "aicp.services" . | fromYaml) "operator").port | int64 -}}
{{- printf "%s://%s.%s.svc:%v" $scheme (include "aicp.serviceName" (dict "root" .root "name" "operator")) .root.Release.Namespace $port -}}
{{- end }}
