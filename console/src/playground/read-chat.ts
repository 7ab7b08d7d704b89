import { createParser } from 'eventsource-parser';

/** A piece of an answer, in OpenAI's form. */
interface Chunk {
  readonly choices?: readonly { readonly delta?: { readonly content?: string | null } }[];
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
}

/** Reads the answer to a chat as it comes. Rejects with what the answer says where it breaks off. */
export async function readChat(
  body: ReadableStream<Uint8Array>,
  listener: ChatListener,
): Promise<void> {
  let failure: string | undefined;
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data === '[DONE]') return;
      const { choices, usage, error } = JSON.parse(data) as Chunk;
      const text = choices?.[0]?.delta?.content;
      if (typeof text === 'string') listener.onText(text);
      if (usage) listener.onUsage(usage);
      failure ??= error && (error.message ?? 'The answer broke off.');
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
