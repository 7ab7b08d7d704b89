import { RedactedText, type RedactedTextOptions } from '../redact-stream.ts';
import { RedactedJson } from './redacted-json.ts';

/** Opens a text that comes in pieces. `json`: the text is JSON itself, and stays JSON. */
export const openRedacted = (
  form: 'text' | 'json',
  options: RedactedTextOptions,
): RedactedText | RedactedJson =>
  form === 'json' ? new RedactedJson(options) : new RedactedText(options);
