import { quoted, TOKEN_NOTE } from '../../manifest/to-curl.ts';

/** What is put into a shell. */
export interface CopyParts {
  /** The object's address in the API. */
  readonly url: string;
  /** The object as YAML. */
  readonly yaml: string;
}

/** A command that makes the object as it is by kubectl. */
export const asKubectl = ({ yaml }: Pick<CopyParts, 'yaml'>): string =>
  `kubectl apply -f - ${here(yaml)}`;

/** A command that makes the object as it is by the API; the token stands in a variable. */
export const asCurl = ({ url, yaml }: CopyParts): string =>
  [
    TOKEN_NOTE,
    `curl -X PUT ${quoted(url)} \\`,
    '  -H "Authorization: Bearer $ACCESS_TOKEN" \\',
    "  -H 'Content-Type: application/yaml' \\",
    `  --data-binary @- ${here(yaml)}`,
  ].join('\n');

/** A text between two marks, of which none may stand in it. */
function here(text: string): string {
  const lines = new Set(text.split('\n'));
  let mark = 'EOF';
  while (lines.has(mark)) mark = `${mark}_`;
  return `<<'${mark}'\n${text.endsWith('\n') ? text : `${text}\n`}${mark}\n`;
}
