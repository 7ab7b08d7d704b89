import { expect, it } from 'vitest';
import { AnswerRoom } from './answer-room.ts';

const MIB = 1_048_576;

it('one answer has half of the room, and what it gives back others have', () => {
  const room = new AnswerRoom();
  const [one, two, three] = [room.open(), room.open(), room.open()];
  expect(one.take(33 * MIB)).toBe(false);
  expect(one.take(32 * MIB)).toBe(true);
  expect(two.take(32 * MIB)).toBe(true);
  expect(three.take(1)).toBe(false);
  one.giveBack();
  one.giveBack();
  expect(three.take(32 * MIB)).toBe(true);
  expect(three.take(1)).toBe(false);
});

it('the answers of one lane have half of the room together', () => {
  const room = new AnswerRoom();
  const [one, two, other] = [room.open('a'), room.open('a'), room.open('b')];
  expect(one.take(16 * MIB)).toBe(true);
  expect(two.take(17 * MIB)).toBe(false);
  expect(two.take(16 * MIB)).toBe(true);
  expect(other.take(32 * MIB)).toBe(true);
  two.giveBack();
  expect(one.take(16 * MIB)).toBe(true);
});
