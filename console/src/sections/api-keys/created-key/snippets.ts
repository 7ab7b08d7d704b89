import {
  baseOf,
  codeText,
  curlOf,
  shellText,
  type ClientSnippet,
} from '../../../ui/client/client-code.ts';

/** What a snippet is filled in with. The key itself stands in none: it is read from the environment. */
export interface SnippetParts {
  /** Where the gateway is, without a path: `https://gateway.example.com`. */
  readonly gateway: string;
  readonly model: string;
}

const curl = ({ gateway, model }: SnippetParts): string =>
  curlOf(gateway, { model, messages: [{ role: 'user', content: 'Say hello.' }] });

const python = ({ gateway, model }: SnippetParts): string =>
  `# pip install openai
import os
from openai import OpenAI

client = OpenAI(base_url=${codeText(baseOf(gateway))}, api_key=os.environ["AICP_API_KEY"])
answer = client.chat.completions.create(
    model=${codeText(model)},
    messages=[{"role": "user", "content": "Say hello."}],
)
print(answer.choices[0].message.content)`;

const node = ({ gateway, model }: SnippetParts): string =>
  `// npm install openai
import OpenAI from "openai";

const client = new OpenAI({
  baseURL: ${codeText(baseOf(gateway))},
  apiKey: process.env.AICP_API_KEY,
});
const answer = await client.chat.completions.create({
  model: ${codeText(model)},
  messages: [{ role: "user", content: "Say hello." }],
});
console.log(answer.choices[0].message.content);`;

const langChain = ({ gateway, model }: SnippetParts): string =>
  `# pip install langchain-openai
import os
from langchain_openai import ChatOpenAI

chat = ChatOpenAI(
    base_url=${codeText(baseOf(gateway))},
    api_key=os.environ["AICP_API_KEY"],
    model=${codeText(model)},
)
print(chat.invoke("Say hello.").content)`;

const vercel = ({ gateway, model }: SnippetParts): string =>
  `// npm install ai @ai-sdk/openai-compatible
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText } from "ai";

const gateway = createOpenAICompatible({
  name: "gateway",
  baseURL: ${codeText(baseOf(gateway))},
  apiKey: process.env.AICP_API_KEY,
});
const { text } = await generateText({
  model: gateway(${codeText(model)}),
  prompt: "Say hello.",
});
console.log(text);`;

/** A first request by each of the common clients. */
export const snippetsOf = (parts: SnippetParts): readonly ClientSnippet[] => [
  { id: 'curl', title: 'curl', text: curl(parts) },
  { id: 'python', title: 'Python', text: python(parts) },
  { id: 'node', title: 'Node', text: node(parts) },
  { id: 'langchain', title: 'LangChain', text: langChain(parts) },
  { id: 'vercel', title: 'Vercel AI', text: vercel(parts) },
];

/** The command that puts a key where the snippets look for it. */
export const exportOf = (secret: string): string => `export AICP_API_KEY=${shellText(secret)}`;
