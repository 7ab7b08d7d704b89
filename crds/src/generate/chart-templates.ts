import type { KindDefinition } from '../kit/kind.ts';

/**
 * A CRD manifest as a template of the CRD chart: the chart's labels and annotations added, braces in descriptions kept as text.
 * Throws where the manifest has no labels and annotations to add to.
 */
export function crdTemplate(manifest: string): string {
  const literal = manifest.replaceAll('{{', '{{ "{{" }}');
  return ['annotations', 'labels'].reduce(
    (text, field) => withIncluded(text, field),
    literal.replace('# Made by', '{{- /* Made by').replace('.ts.\n', '.ts. */}}\n'),
  );
}

function withIncluded(text: string, field: string): string {
  const line = `\n  ${field}:\n`;
  if (!text.includes(line)) throw new Error(`a CRD manifest without metadata.${field}`);
  const include = `{{- with include "aicp-crds.${field}" . }}\n    {{- . | nindent 4 }}\n    {{- end }}`;
  return text.replace(line, `${line}    ${include}\n`);
}

/** The named template that lists the plurals of all kinds, for the chart's roles. */
export function kindsTemplate(kinds: readonly KindDefinition[]): string {
  const plurals = kinds.map((kind) => `- ${kind.plural}`).toSorted();
  return [
    '{{- /* Made by `make generate` from crds/src/kinds.ts: the plurals of every kind. */ -}}',
    '{{- define "aicp.kinds" -}}',
    ...plurals,
    '{{- end }}',
    '',
  ].join('\n');
}
