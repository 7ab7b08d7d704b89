{{- /* Made by `make generate` from crds/src/kinds.ts: the plurals of every kind. */ -}}
{{- define "aicp.kinds" -}}
- abtests
- accessgrants
- accesstiers
- agents
- apikeys
- budgets
- businessunits
- controlplanes
- costallocationrules
- detectors
- eventsubscriptions
- failoverrules
- guardrails
- licenses
- mcpservers
- modeldeprecations
- models
- organizations
- pricecatalogs
- prompttemplates
- promptversions
- providers
- ratelimitpolicies
- routingpolicies
- sladefinitions
- teams
- workflowtemplates
{{- end }}
