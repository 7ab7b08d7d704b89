import { ChatTexts } from '../chat-texts/prompt-texts.ts';
import { afterValue } from '../chat-texts/json-places.ts';
import { BYTES, type Forms } from '../chat-texts/prompt-words.ts';

/** Members of the body that say how to answer and who asks. */
const NO_PROMPT: ReadonlySet<string> = new Set([
  ...['model', 'metadata', 'service_tier', 'stream', 'inference_geo', 'speed'],
]);

const NAME = /^[\w.:/-]{0,128}$/;
const WORD = /^[a-z0-9_.-]{0,48}$/;
/** What only its vendor can read. */
const SEALED = /^[A-Za-z0-9+/=_.-]*$/;

/** Words of settings, and of hints. */
const FORMS: Forms = new Map(
  Object.entries({
    ...{ type: WORD, ttl: WORD, name: NAME, display: WORD, effort: WORD, id: NAME },
    tool_id: NAME,
  }),
);
const FORMS_OF_BLOCK: Forms = new Map(
  Object.entries({
    ...{ type: WORD, id: NAME, tool_use_id: NAME, name: NAME, signature: SEALED },
    ...{ server_name: NAME, mcp_server_name: NAME, tool_name: NAME, file_id: NAME },
    ...{ error_code: WORD, file_type: WORD, stop_reason: WORD },
    ...{ encrypted_content: SEALED, encrypted_stdout: SEALED },
  }),
);
const FORMS_OF_CITATION: Forms = new Map(
  Object.entries({ type: WORD, file_id: NAME, encrypted_index: SEALED }),
);
const FORMS_OF_SOURCE: Forms = new Map(
  Object.entries({ type: WORD, media_type: NAME, file_id: NAME, url: BYTES, data: BYTES }),
);
const FORMS_OF_REDACTED: Forms = new Map(Object.entries({ type: WORD, data: SEALED }));
/** Blocks of text, and of what holds some; among them what Anthropic's own tools did. */
const TEXTS: ReadonlySet<string> = new Set([
  ...['text', 'thinking', 'search_result', 'tool_use', 'tool_result'],
  ...['server_tool_use', 'mcp_tool_use', 'mcp_tool_result', 'mcp_tool_listing', 'tool_reference'],
  ...['compaction', 'fallback', 'tool_addition', 'tool_removal'],
  ...resultsOf('web_search', 'web_search'),
  ...resultsOf('web_fetch', 'web_fetch'),
  ...resultsOf('code_execution', 'code_execution', 'encrypted_code_execution'),
  ...resultsOf('bash_code_execution', 'bash_code_execution'),
  ...resultsOf(
    'text_editor_code_execution',
    ...['view', 'create', 'str_replace'].map((what) => `text_editor_code_execution_${what}`),
  ),
  ...resultsOf('tool_search', 'tool_search_tool_search'),
  ...resultsOf('advisor', 'advisor', 'advisor_redacted'),
  ...['code_execution_output', 'bash_code_execution_output'],
]);
/** Blocks of what is no text. */
const ELSEWHERE: Readonly<Record<string, string | undefined>> = {
  ...{ image: 'image', container_upload: 'file' },
};
const SETTINGS: ReadonlySet<string> = new Set(['tool_choice', 'thinking', 'cache_control']);

/** The block of what a tool answered, what stands there where it could not, and what it may hold. */
function resultsOf(tool: string, ...held: readonly string[]): string[] {
  const block = `${tool}_tool_result`;
  return [block, `${block}_error`, ...held.map((one) => `${one}_result`)];
}

/** Finds the texts of a request for a message that its model reads. The body is a JSON object of at most some levels. */
export class MessageTexts extends ChatTexts {
  protected override ofBody(name: string, at: number): number {
    if (name === 'messages') return this.list(at, (start) => this.message(start));
    if (name === 'system') return this.content(at, false);
    if (NO_PROMPT.has(name)) return afterValue(this.json, at);
    if (SETTINGS.has(name)) return this.formed(at, FORMS);
    if (name === 'tools' || name === 'output_config' || name === 'output_format')
      return this.schema(at);
    return this.everything(at);
  }

  protected override part(at: number, isResult: boolean): number {
    if (!this.isObject(at)) return this.everything(at, { isResult, partOf: this.messages });
    const type = this.wordIn(at, 'type');
    if (TEXTS.has(type)) return this.block(at, isResult || type.endsWith('tool_result'));
    if (type === 'document') return this.document(at, isResult);
    if (type === 'redacted_thinking') return this.formed(at, FORMS_OF_REDACTED);
    const elsewhere = ELSEWHERE[type];
    this.unseen.add(elsewhere ?? 'unknown_part');
    return elsewhere === undefined
      ? this.everything(at, { isResult, partOf: this.messages })
      : this.formed(at, FORMS_OF_SOURCE);
  }

  private block(at: number, isResult: boolean): number {
    return this.eachNamed(at, (name, start) => {
      if (name === 'content' || name === 'tool_references') return this.held(start, isResult);
      if (name === 'input') return this.input(start);
      if (name === 'cache_control' || name === 'caller') return this.formed(start, FORMS);
      if (name === 'citations') return this.formed(start, FORMS_OF_CITATION);
      if (name === 'text' || name === 'thinking')
        return this.everything(start, { isResult, partOf: this.messages });
      return this.word(start, FORMS_OF_BLOCK.get(name));
    });
  }

  /** A text, blocks, or one block, as Anthropic's own tools answer. */
  private held(at: number, isResult: boolean): number {
    return this.isObject(at) ? this.part(at, isResult) : this.content(at, isResult);
  }

  private input(at: number): number {
    return this.isObject(at) ? this.take(at, { form: 'json' }) : this.everything(at);
  }

  /** Texts of a document are looked at; its bytes, and what stands elsewhere, are not. */
  private document(at: number, isResult: boolean): number {
    return this.eachNamed(at, (name, start) => {
      if (name === 'type') return afterValue(this.json, start);
      if (name === 'cache_control' || name === 'citations') return this.formed(start, FORMS);
      if (name !== 'source' || !this.isObject(start)) return this.everything(start);
      const kind = this.wordIn(start, 'type');
      if (kind === 'text' || kind === 'content') return this.source(start, isResult);
      this.unseen.add('file');
      return this.formed(start, FORMS_OF_SOURCE);
    });
  }

  /** A source that is text itself, or blocks. */
  private source(at: number, isResult: boolean): number {
    return this.eachNamed(at, (name, start) => {
      if (name === 'content') return this.content(start, isResult);
      if (name === 'data') return this.everything(start, { partOf: this.messages });
      return this.word(start, FORMS_OF_SOURCE.get(name));
    });
  }
}
