{{- /* Made by `make generate` from crds/src/kinds.ts: the plurals of every kind. */ -}}
{{- define "aicp.kinds" -}}
- apikeys
- controlplanes
- models
- providers
- routingpolicies
{{- end }}
