interface Written {
  readonly content?: string;
  readonly refusal?: string;
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly {
    readonly index: number;
    readonly function: { readonly arguments: string };
  }[];
}
interface Choice {
  readonly index: number;
  readonly delta?: Written;
  readonly message?: Written;
  readonly logprobs?: unknown;
  readonly finish_reason: string | null;
}

/** The texts of an answer by their choice and place: `0 content`, `1 tool0`. */
export function readTexts(json: string): Record<string, string> {
  const { choices = [] } = JSON.parse(json) as { readonly choices?: readonly Choice[] };
  return Object.fromEntries(choices.flatMap((choice) => textsOf(choice)));
}

function textsOf(choice: Choice): (readonly [string, string])[] {
  const { index, delta, message, logprobs = null } = choice;
  if (logprobs !== null) throw new Error('The answer tells its tokens.');
  const {
    tool_calls: calls = [],
    content,
    refusal,
    reasoning_content: reasoning,
  } = delta ?? message ?? {};
  const plain = Object.entries({ content, refusal, reasoning_content: reasoning });
  return [
    ...plain.flatMap(([place, text]) =>
      typeof text === 'string' ? [[`${index} ${place}`, text] as const] : [],
    ),
    ...calls.map((call) => [`${index} tool${call.index}`, call.function.arguments] as const),
  ];
}

/** What a stream said in all. `late`: how many chunks brought text after their choice had said that it is over. */
export function readChunks(stream: string): {
  readonly texts: Readonly<Record<string, string>>;
  readonly isDone: boolean;
  readonly finished: number;
  readonly late: number;
} {
  const texts: Record<string, string> = {};
  const finished = new Set<number>();
  let isDone = false;
  let late = 0;
  for (const line of stream.split(/\r?\n/).filter((one) => one.startsWith('data: '))) {
    isDone = line === 'data: [DONE]';
    if (isDone) continue;
    const { choices } = JSON.parse(line.slice(6)) as { readonly choices: readonly Choice[] };
    for (const choice of choices) {
      const some = textsOf(choice);
      if (finished.has(choice.index) && some.some(([, text]) => text !== '')) late += 1;
      for (const [name, text] of some) texts[name] = (texts[name] ?? '') + text;
      if (choice.finish_reason !== null) finished.add(choice.index);
    }
  }
  return { texts, isDone, finished: finished.size, late };
}
