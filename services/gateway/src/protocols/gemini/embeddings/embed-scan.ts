import { parseJson } from '@aicp/common/json/parse-json';
import type { Span } from '../../openai-chat/read-members.ts';
import type { BadRequest } from '../../protocol.ts';
import type { GeminiFacts } from '../gemini-scan.ts';
import { GeminiScanner, type Take } from '../gemini-scanner.ts';

/** What is asked for: vectors of one content, or of each of many. */
export const EMBED_METHODS = ['embedContent', 'batchEmbedContents'] as const;
export type EmbedMethod = (typeof EMBED_METHODS)[number];

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const LONGEST_MODEL = 512;

/** Reads the body of a request for embeddings, or says why it can't be served. */
export function readEmbedding(body: Buffer, method: EmbedMethod): GeminiFacts | BadRequest {
  const scan = method === 'embedContent' ? new EmbedScanner(body) : new BatchScanner(body);
  const refusal = scan.run();
  if (refusal) return refusal;
  const { promptCharacters, model, modelSpans } = scan;
  return { promptCharacters, model, modelSpans, hasTools: false };
}

/** Reads bodies of embedContent. */
class EmbedScanner extends GeminiScanner {
  model: string | undefined;
  readonly modelSpans: Span[] = [];
  protected contents = 0;

  protected lack(): BadRequest | undefined {
    return this.contents > 0 ? undefined : NO_CONTENT;
  }

  protected readonly takeRequest: Take = (name) => {
    const { json } = this;
    switch (name) {
      case 'content':
        if (json.peek() === OPEN_BRACE) this.contents += 1;
        return this.takeContent();
      case 'model':
        return this.takeModel();
      case 'taskType':
        return json.skipValue();
      default:
        return this.countText();
    }
  };

  protected readonly takeTop = this.takeRequest;

  /** Google has the model in the address, and in the body once more. */
  private takeModel(): boolean {
    const { json } = this;
    json.peek();
    const start = json.at;
    if (!json.skipValue()) return false;
    const span = { start, end: json.at };
    const isShort = span.end - span.start <= LONGEST_MODEL;
    const written = isShort ? parseJson(this.body.toString('utf8', start, json.at)) : undefined;
    if (typeof written !== 'string') return this.refuse('model', 'must be the name of a model');
    const model = written.replace(/^models\//, '');
    if (this.model !== undefined && this.model !== model)
      return this.refuse('requests[].model', 'must be the same in all requests');
    this.model = model;
    this.modelSpans.push(span);
    return true;
  }
}

/** Reads bodies of batchEmbedContents. */
class BatchScanner extends EmbedScanner {
  private hasRequests = false;

  protected override lack(): BadRequest | undefined {
    return this.hasRequests ? undefined : NO_REQUESTS;
  }

  protected override readonly takeTop: Take = (name) => {
    if (name === 'model')
      return this.refuse('model', 'stands in each of the requests: name it there');
    if (name !== 'requests') return this.countText();
    if (this.json.peek() !== OPEN_BRACKET) return this.refuse('requests', MANY);
    return this.list(this.takeOne);
  };

  private readonly takeOne = (): boolean => {
    const { json, modelSpans, contents } = this;
    const isObject = json.peek() === OPEN_BRACE;
    const within = json.at + 1;
    const named = modelSpans.length;
    if (!isObject) return this.refuse('requests', MANY);
    if (!this.object('requests[].', this.takeRequest)) return false;
    if (this.contents === contents) return this.refuse('requests[].content', A_CONTENT);
    if (modelSpans.length === named) modelSpans.push({ start: within, end: within });
    this.hasRequests = true;
    return true;
  };
}

const A_CONTENT = 'must be a content, such as {"parts": [{"text": "Hello"}]}';
const MANY = 'must be an array of requests, each with a content';
const NO_CONTENT: BadRequest = { message: `content ${A_CONTENT}.`, param: 'content' };
const NO_REQUESTS: BadRequest = { message: `requests ${MANY}.`, param: 'requests' };
