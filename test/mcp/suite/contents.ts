export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const SOUND = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';

/** Pieces of what tools and prompts answer. */
export const text = (said: string) => ({ type: 'text' as const, text: said });
export const said = (what: string) => ({ content: [text(what)] });
export const image = { type: 'image' as const, data: PIXEL, mimeType: 'image/png' };
export const audio = { type: 'audio' as const, data: SOUND, mimeType: 'audio/wav' };
export const embedded = (uri: string, what: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType: 'text/plain', text: what },
});
