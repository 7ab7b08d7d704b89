import { parseJson } from '@aicp/common/json/parse-json';
import type { BadRequest } from '../protocol.ts';
import { problemOfTier } from '../service-tier.ts';
import type { Span } from '../openai-chat/read-members.ts';
import { GeminiScanner, type Take } from './gemini-scanner.ts';

/** What is read of a request's body. */
export interface GeminiFacts {
  readonly promptCharacters: number;
  /** Values of `maxOutputTokens` and `candidateCount`; NaN where they are none. */
  readonly maxOutputTokens?: number | undefined;
  readonly candidateCount?: number | undefined;
  readonly hasTools: boolean;
  /** The model that a request for embeddings names in its body; absent: none. */
  readonly model?: string | undefined;
  /** Where it is named there; an empty span is where it has to be; absent: nowhere. */
  readonly modelSpans?: readonly Span[];
}

const OPEN_BRACKET = 0x5b;
const LONGEST_NUMBER = 64;
/** Tools by their names in Google's reference. */
const KEPT_BY_GOOGLE: ReadonlySet<string> = new Set(['fileSearch', 'retrieval']);

/** Reads a request's body, or says why it can't be served. */
export function readGemini(body: Buffer): GeminiFacts | BadRequest {
  const scan = new GenerateScanner(body);
  const refusal = scan.run();
  if (refusal) return refusal;
  const { promptCharacters, maxOutputTokens, candidateCount, hasTools } = scan;
  return { promptCharacters, maxOutputTokens, candidateCount, hasTools };
}

/** Reads bodies of generateContent. */
class GenerateScanner extends GeminiScanner implements GeminiFacts {
  maxOutputTokens: number | undefined;
  candidateCount: number | undefined;
  hasTools = false;
  private hasContents = false;

  protected lack(): BadRequest | undefined {
    if (this.hasContents) return undefined;
    return { message: 'contents must be an array of contents.', param: 'contents' };
  }

  protected readonly takeTop: Take = (name) => {
    const { json } = this;
    switch (name) {
      case 'contents':
        this.hasContents = json.peek() === OPEN_BRACKET;
        return this.list(this.takeContent);
      case 'systemInstruction':
        return this.takeContent();
      case 'generationConfig':
        return this.object('generationConfig.', this.takeConfig);
      case 'tools':
        return this.takeTools();
      case 'model':
        return this.refuse('model', 'stands in the path of the request alone: leave it out');
      case 'cachedContent':
        return this.refuse(
          'cachedContent',
          'names what lies at the provider, which this gateway cannot tell the owner of: send the contents',
        );
      case 'serviceTier':
        return this.takeTier();
      default:
        return this.countText();
    }
  };

  private takeTier(): boolean {
    const { json } = this;
    json.peek();
    const start = json.at;
    if (!json.skipValue()) return false;
    const problem = problemOfTier(parseJson(this.body.toString('utf8', start, json.at)));
    return problem === undefined ? true : this.refuse('serviceTier', problem);
  }

  private readonly takeConfig: Take = (name) => {
    const { json } = this;
    if (name !== 'maxOutputTokens' && name !== 'candidateCount') return this.countText();
    json.peek();
    const start = json.at;
    if (!json.skipValue()) return false;
    const written = this.body.toString('latin1', start, Math.min(json.at, start + LONGEST_NUMBER));
    if (written !== 'null') this[name] = Number(written.replaceAll('"', ''));
    return true;
  };

  /** Google searches what its customer keeps there, who is one for all tenants. */
  private readonly takeTool: Take = (name) =>
    KEPT_BY_GOOGLE.has(name)
      ? this.refuse(
          `tools[].${name}`,
          'reads what lies at the provider, which this gateway cannot tell the owner of: leave it out, and send the contents',
        )
      : this.countText();

  private takeTools(): boolean {
    let count = 0;
    const before = this.promptCharacters;
    const isRead = this.list(() => {
      count += 1;
      return this.object('tools[].', this.takeTool);
    });
    this.hasTools = count > 0 || this.promptCharacters > before;
    return isRead;
  }
}
