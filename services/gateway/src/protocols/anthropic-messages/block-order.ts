import { countOf, listOf, objectOf } from '../../formats/json/members.ts';

type Event = Readonly<Record<string, unknown>>;

/**
 * Follows the blocks of a stream, which come one after the other, each with a number above the one before; arguments of calls may come in turns. What comes otherwise some clients put elsewhere than others
 * (of -1 some make the last block), so that nobody knows what it is read with: it breaks off the stream.
 */
export class BlockOrder {
  private open: number | undefined;
  private last = -1;
  private readonly begun = new Set<unknown>();

  /** Takes an event; answers the number of the block that it is about, 0 where it is about none. */
  take(event: Event): number {
    switch (event['type']) {
      case 'message_start':
        if (listOf(objectOf(event['message'])?.content).length > 0)
          throw new TypeError('a message began with content');
        return 0;
      case 'content_block_start':
        return this.begin(event);
      case 'content_block_delta':
        return this.isOfCall(event) ? Number(event['index']) : this.current(event);
      case 'content_block_stop': {
        const index = this.current(event);
        this.open = undefined;
        return index;
      }
      default:
        return 0;
    }
  }

  private begin({ index }: Event): number {
    const number = countOf(index);
    if (number === undefined || number <= this.last || this.open !== undefined)
      throw new TypeError('a block of a message began out of turn');
    this.open = number;
    this.last = number;
    this.begun.add(number);
    return number;
  }

  /** Arguments of calls that were made at once come in turns where another API's stream was translated. */
  private isOfCall({ index, delta }: Event): boolean {
    return objectOf(delta)?.type === 'input_json_delta' && this.begun.has(index);
  }

  private current({ index }: Event): number {
    if (this.open === undefined || index !== this.open)
      throw new TypeError('an event is about a block of a message that is not the one that comes');
    return this.open;
  }
}
