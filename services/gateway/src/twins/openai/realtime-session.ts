import { answerFor, piecesOf } from '../kit/answer-for.ts';

type Json = Readonly<Record<string, unknown>>;

/** Takes an event of a client. `say` sends one back, `cut` breaks the connection, `audio` is told once there is a turn to answer. */
export interface RealtimeWire {
  readonly say: (event: Json) => void;
  readonly cut: () => void;
}

/** A session of OpenAI's Realtime, as its general availability has it ("Realtime client events", "Realtime server events"). */
export class TwinSession {
  private readonly wire: RealtimeWire;
  private readonly model: string;
  private session: Record<string, unknown>;
  private readonly items: Json[] = [];
  private sound = 0;
  private count = 0;

  constructor(model: string, wire: RealtimeWire) {
    this.wire = wire;
    this.model = model;
    this.session = { type: 'realtime', object: 'realtime.session', id: 'sess_twin', model };
    this.say({ type: 'session.created', session: this.session });
  }

  /** Takes a message; what is no event of a client is told so. */
  take(text: string): void {
    const event = objectIn(text);
    if (event) this.handle(event);
    else this.fail({}, 'We could not parse the JSON body of your event.');
  }

  private handle(event: Json): void {
    switch (event['type']) {
      case 'session.update':
        this.update(event);
        break;
      case 'conversation.item.create':
        this.add(event);
        break;
      case 'input_audio_buffer.append':
        this.hear(String(event['audio']));
        break;
      case 'input_audio_buffer.clear':
        this.sound = 0;
        this.say({ type: 'input_audio_buffer.cleared' });
        break;
      case 'response.create':
        this.respond();
        break;
      default:
        this.fail(event, `Unknown event type ${JSON.stringify(event['type'])}.`);
    }
  }

  private update(event: Json): void {
    const asked = event['session'];
    if (!isObject(asked)) {
      this.fail(event, "Missing required parameter: 'session'.");
      return;
    }
    if (asked['model'] !== undefined && asked['model'] !== this.model) {
      this.fail(event, 'Cannot update a session’s model.');
      return;
    }
    this.session = { ...this.session, ...asked };
    this.say({ type: 'session.updated', session: this.session });
  }

  private add(event: Json): void {
    const item = event['item'];
    if (!isObject(item)) {
      this.fail(event, "Missing required parameter: 'item'.");
      return;
    }
    const stored = { id: this.id('item'), object: 'realtime.item', status: 'completed', ...item };
    this.items.push(stored);
    this.say({ type: 'conversation.item.added', previous_item_id: null, item: stored });
    this.say({ type: 'conversation.item.done', previous_item_id: null, item: stored });
  }

  /** Somebody stops speaking after each 4800 characters of sound, which is written down and answered. */
  private hear(audio: string): void {
    this.sound += audio.length;
    if (this.sound < SPEECH) return;
    this.sound = 0;
    const item_id = this.id('item');
    this.say({ type: 'input_audio_buffer.speech_stopped', audio_end_ms: 1000, item_id });
    this.say({
      type: 'conversation.item.input_audio_transcription.completed',
      ...{ item_id, content_index: 0, transcript: 'hello from a microphone' },
      usage: {
        ...{ type: 'tokens', total_tokens: 14, input_tokens: 10, output_tokens: 4 },
        input_token_details: { text_tokens: 0, audio_tokens: 10 },
      },
    });
    this.respond();
  }

  private respond(): void {
    const text = this.question();
    const answer = answerFor({ text, promptCharacters: text.length });
    const [id, item] = [this.id('resp'), this.id('item')];
    const place = { response_id: id, item_id: item, output_index: 0, content_index: 0 };
    const response = { object: 'realtime.response', id, status: 'in_progress', output: [] };
    this.say({ type: 'response.created', response: { ...response, usage: null } });
    const pieces = piecesOf(answer.text);
    for (const [index, delta] of pieces.entries()) {
      if (answer.breaks && index >= pieces.length / 2) {
        this.wire.cut();
        return;
      }
      this.say({ type: 'response.output_text.delta', ...place, delta });
    }
    this.say({ type: 'response.output_text.done', ...place, text: answer.text });
    this.say({
      type: 'response.done',
      response: { ...response, status: 'completed', usage: USAGE },
    });
  }

  private question(): string {
    const parts = this.items.at(-1)?.['content'];
    const [first] = Array.isArray(parts) ? (parts as readonly unknown[]) : [];
    const text = isObject(first) ? first['text'] : undefined;
    return typeof text === 'string' ? text : 'what was said';
  }

  private fail(event: Json, message: string): void {
    this.say({
      type: 'error',
      error: {
        ...{ type: 'invalid_request_error', code: 'invalid_value', message, param: null },
        event_id: event['event_id'] ?? null,
      },
    });
  }

  private id(kind: string): string {
    this.count += 1;
    return `${kind}_${this.count}`;
  }

  private say(event: Json): void {
    this.wire.say({ event_id: this.id('event'), ...event });
  }
}

const SPEECH = 4800;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object that a text writes; undefined where it writes none. */
function objectIn(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Of every response: half of the prompt was in the cache, a part of that as sound. */
const USAGE = {
  ...{ total_tokens: 130, input_tokens: 100, output_tokens: 30 },
  input_token_details: {
    ...{ text_tokens: 40, audio_tokens: 60, cached_tokens: 50 },
    cached_tokens_details: { text_tokens: 30, audio_tokens: 20 },
  },
  output_token_details: { text_tokens: 10, audio_tokens: 20 },
};
