import { baseOf, codeText, curlOf, type ClientSnippet } from '../../../ui/client/client-code.ts';
import type { AskedVariable } from '../render/render-values.ts';

/** What a request by a prompt's name is filled in with. */
export interface PromptCall {
  readonly id: string;
  /** An approved one; undefined: the one that is served. */
  readonly version: number | undefined;
  readonly variables: readonly AskedVariable[];
  /** Where the prompt was written for none. */
  readonly model: string | undefined;
}

type Value = string | number | boolean;
type Tree = { readonly [name: string]: Value | Tree };

/** The body of a chat request that names a prompt in place of writing its text. */
export function bodyOf({ id, version, variables, model }: PromptCall): Tree {
  const values = Object.fromEntries(variables.map((one) => [one.name, exampleOf(one)]));
  return {
    ...(model === undefined ? {} : { model }),
    prompt: {
      id,
      ...(version === undefined ? {} : { version }),
      ...(variables.length === 0 ? {} : { variables: values }),
    },
  };
}

/** A value of a variable's type: its default where it has one. */
function exampleOf({ name, type, fallback }: AskedVariable): Value {
  if (type === 'boolean') return fallback !== 'false';
  if (type === 'number') return Number(fallback ?? 1);
  return fallback ?? `<${name}>`;
}

/** The clients of OpenAI know no prompts in chats: they are given the whole body. */
export function promptSnippets(gateway: string, call: PromptCall): readonly ClientSnippet[] {
  const body = bodyOf(call);
  return [
    { id: 'curl', title: 'curl', text: curlOf(gateway, body) },
    { id: 'python', title: 'Python', text: python(gateway, body) },
    { id: 'node', title: 'Node', text: node(gateway, body) },
  ];
}

const python = (gateway: string, body: Tree): string =>
  `# pip install openai
import os
from openai import OpenAI
from openai.types.chat import ChatCompletion

client = OpenAI(base_url=${codeText(baseOf(gateway))}, api_key=os.environ["AICP_API_KEY"])
answer = client.post(
    "/chat/completions",
    cast_to=ChatCompletion,
    body=${pythonText(body, '    ')},
)
print(answer.choices[0].message.content)`;

const node = (gateway: string, body: Tree): string =>
  `// npm install openai
import OpenAI from "openai";

const client = new OpenAI({
  baseURL: ${codeText(baseOf(gateway))},
  apiKey: process.env.AICP_API_KEY,
});
const answer = await client.post("/chat/completions", {
  body: ${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')},
});
console.log(answer.choices[0].message.content);`;

/** A value as Python writes it. `indent`: of the line that it begins in. */
function pythonText(value: Value | Tree, indent: string): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  const lines = Object.entries(value).map(
    ([name, member]) => `${inner}${codeText(name)}: ${pythonText(member, inner)},\n`,
  );
  return `{\n${lines.join('')}${indent}}`;
}
