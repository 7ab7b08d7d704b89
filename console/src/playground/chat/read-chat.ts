import { createParser } from 'eventsource-parser';

/** A piece of an answer, in OpenAI's form. */
interface Chunk {
  readonly choices?: readonly {
    readonly delta?: { readonly content?: string | null };
    readonly finish_reason?: string | null;
  }[];
  readonly usage?: Usage | null;
  readonly error?: { readonly message?: string };
}

/** Tokens of a chat. */
export interface Usage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
}

export interface ChatListener {
  readonly onText: (text: string) => void;
  readonly onUsage: (usage: Usage) => void;
  /** Why the model ended: `stop`, `length`, `content_filter`, `tool_calls`. */
  readonly onFinish: (reason: string) => void;
}

const BROKE_OFF = 'The answer broke off.';

/** Reads the answer to a chat as it comes. Rejects with what the answer says where it breaks off. */
export async function readChat(
  body: ReadableStream<Uint8Array>,
  listener: ChatListener,
): Promise<void> {
  let failure: string | undefined;
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data === '[DONE]') return;
      const chunk = chunkIn(data);
      if (chunk) tell(chunk, listener);
      failure ??= chunk ? failureIn(chunk) : BROKE_OFF;
    },
  });
  const reader = body
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parser.feed(value);
  }
  if (failure !== undefined) throw new Error(failure);
}

function tell({ choices, usage }: Chunk, listener: ChatListener): void {
  const [choice] = choices ?? [];
  const text = choice?.delta?.content;
  if (typeof text === 'string') listener.onText(text);
  if (typeof choice?.finish_reason === 'string') listener.onFinish(choice.finish_reason);
  if (usage) listener.onUsage(usage);
}

const failureIn = ({ error }: Chunk): string | undefined => error && (error.message ?? BROKE_OFF);

/** A piece of an answer; undefined where it cannot be read. */
function chunkIn(data: string): Chunk | undefined {
  try {
    return JSON.parse(data) as Chunk;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
