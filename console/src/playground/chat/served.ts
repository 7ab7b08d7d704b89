/** Who serves a chat, as the headers of its answer say while it still comes. */
export interface Served {
  readonly model: string | null;
  readonly provider: string | null;
  readonly policy: string | null;
}

export const servedIn = (headers: Pick<Headers, 'get'>): Served => ({
  model: decoded(headers.get('x-aicp-model')),
  provider: headers.get('x-aicp-provider'),
  policy: headers.get('x-aicp-policy'),
});

/** Names that are not plain ASCII are percent-encoded; one that only looks so stays as it is. */
function decoded(text: string | null): string | null {
  if (text === null) return null;
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
