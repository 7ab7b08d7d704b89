/** How a program asks the gateway. */
export interface ClientSnippet {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** Where clients of OpenAI's API find the gateway. `gateway`: its address without a path. */
export const baseOf = (gateway: string): string => `${gateway.replace(/\/+$/, '')}/v1`;

/** A text in single quotes, as a shell reads it. */
export const shellText = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A text as JavaScript and Python both read it. */
export const codeText = (text: string): string => JSON.stringify(text);

/** A chat request by curl, with the key of the environment. */
export const curlOf = (gateway: string, body: object): string =>
  [
    `curl ${shellText(`${baseOf(gateway)}/chat/completions`)}`,
    '  -H "Authorization: Bearer $AICP_API_KEY"',
    "  -H 'Content-Type: application/json'",
    `  -d ${shellText(JSON.stringify(body))}`,
  ].join(' \\\n');
