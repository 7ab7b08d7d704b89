/** What a text says as JSON; undefined where it is none. JSON itself can't say undefined, so nothing is mistaken for it. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
