import type { FormatName } from '../../formats/format.ts';
import type { ChatExtra } from '../upstream/provider-client.ts';
import type { CallIdForm } from './call-ids.ts';
import type { ClosedMembers } from './closed-members.ts';

/**
 * How the chat completions of a vendor differ from OpenAI's. What it does not name goes on as the client wrote it: what a vendor adds needs no
 * word here.
 */
export interface Dialect {
  /** The APIs that the vendor serves; absent: chats and embeddings. */
  readonly speaks?: readonly FormatName[];
  /** Members that the vendor calls otherwise. Where the client wrote both names, the vendor's stays. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** Values that it calls otherwise, as JSON, by their members. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Members that it refuses or passes over, and that change an answer: left out, which the client is told. */
  readonly lacks?: readonly string[];
  /** The same, of some models. */
  readonly lacksFor?: readonly LackOfModels[];
  /** Members that change nothing of its answers, and that it refuses: left out. */
  readonly needless?: readonly string[];
  /** Members without which a request means something else: it is refused with these words where they are there. */
  readonly cannot?: Readonly<Record<string, string>>;
  /** Members by which a client would reach past what its key may use, or past what is counted; absent: the vendor has none. */
  readonly closed?: ClosedMembers;
  /** Roles of messages that it calls otherwise. */
  readonly roles?: Readonly<Record<string, string>>;
  /** What it takes beyond OpenAI's API where a request is translated; absent: nothing. */
  readonly takes?: readonly ChatExtra[];
  /** Whether the content of its answers is a list of parts where its model thinks. */
  readonly thinksInParts?: boolean;
  /** Members of messages that it refuses: left out, which the client is told. */
  readonly messagesLack?: readonly string[];
  /** What it does where the last message is the assistant's, which some take for the beginning of their answer; absent: what it likes. */
  readonly lastOfAssistant?: LastOfAssistant;
  /** Whether it refuses messages of one role behind one another: those of the user, and those of the assistant, are put together. */
  readonly alternates?: boolean;
  /** What the assistant is to have said between the result of a tool and what the user says, where the vendor takes no user behind a tool; absent: nothing. */
  readonly behindTools?: string;
  /** How it wants ids of calls; absent: it takes any. */
  readonly callIds?: CallIdForm;
  /** How its embeddings differ; absent: not at all. */
  readonly embeddings?: EmbeddingsDialect;
}

/** The same of embeddings. */
export interface EmbeddingsDialect extends Pick<Dialect, 'renamed' | 'lacks'> {
  /** Whether some of its servers answer with numbers where base64 is asked for, as OpenAI's libraries do unasked. */
  readonly passesOverBase64?: boolean;
}

/** `continuedBy`: it goes on from it, repeating it, where this member of it is true. `cannot`: it refuses that, and these words say what to do. */
export type LastOfAssistant = { readonly continuedBy: string } | { readonly cannot: string };

/** Members that some models of a vendor lack. */
export interface LackOfModels {
  /** As the vendor calls them. */
  readonly models: RegExp;
  readonly lacks: readonly string[];
}
