import { countOf, listOf, objectOf, textOf } from '../../formats/json/members.ts';
import { CallArguments } from '../../formats/messages/answer/call-arguments.ts';

type Event = Readonly<Record<string, unknown>>;

/**
 * Follows the blocks of a stream, which come one after the other, each with a number above the one before; arguments of calls may come in turns. What comes otherwise some clients put elsewhere than others
 * (of -1 some make the last block), so that nobody knows what it is read with: it breaks off the stream.
 */
export class BlockOrder {
  private open: number | undefined;
  private last = -1;
  private readonly begun = new Map<unknown, CallArguments>();
  private isEnding = false;
  /** Whether `message_stop` has come, behind which nothing may. */
  isOver = false;

  /** Takes an event; answers the number of the block that it is about, 0 where it is about none. */
  take(event: Event): number {
    if (this.isOver) throw new TypeError('an event came behind the end of a message');
    switch (event['type']) {
      case 'message_start':
        if (listOf(objectOf(event['message'])?.content).length > 0)
          throw new TypeError('a message began with content');
        return 0;
      case 'content_block_start':
        return this.begin(event);
      case 'content_block_delta':
        return this.grow(event);
      case 'content_block_stop': {
        const index = this.current(event);
        this.open = undefined;
        return index;
      }
      case 'message_delta':
        this.isEnding = true;
        return 0;
      case 'message_stop':
        this.isOver = true;
        return 0;
      default:
        return 0;
    }
  }

  /** Whether more arguments of a block that has ended may come. Of a call without any some may come. */
  isUnfinished(index: number): boolean {
    return this.begun.get(index)?.areWhole === false;
  }

  private begin({ index, content_block: block }: Event): number {
    if (this.isEnding) throw new TypeError('a block of a message began behind its end');
    const number = countOf(index);
    if (number === undefined || number <= this.last || this.open !== undefined)
      throw new TypeError('a block of a message began out of turn');
    this.open = number;
    this.last = number;
    const isCall = objectOf(block)?.type === 'tool_use';
    if (isCall) this.begun.set(number, new CallArguments());
    return number;
  }

  /** Arguments of calls that were made at once come in turns where another API's stream was translated. */
  private grow(event: Event): number {
    if (this.isEnding) throw new TypeError('a block of a message went on behind its end');
    const { type, partial_json } = objectOf(event['delta']) ?? {};
    const piece = textOf(partial_json) ?? '';
    const { index } = event;
    const call = type === 'input_json_delta' ? this.begun.get(index) : undefined;
    if (!call) return this.current(event);
    // What such a call held back has gone on, so that nobody would see what comes together with it.
    if (index !== this.open && call.areWhole && piece.trim() !== '')
      throw new TypeError('arguments of a call went on behind their end');
    call.take(piece);
    return Number(index);
  }

  private current({ index }: Event): number {
    if (this.open === undefined || index !== this.open)
      throw new TypeError('an event is about a block of a message that is not the one that comes');
    return this.open;
  }
}
