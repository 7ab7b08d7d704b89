// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { late } from './late.tsx';

it('shows nothing until its code has come, and then what it was given', async () => {
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const Greeting = late<{ readonly name: string }>(async () => {
    await arrived;
    return ({ name }) => <p>Good evening, {name}</p>;
  });
  const { container } = render(<Greeting name="Ada" />);
  expect(container.textContent).toBe('');
  arrive();
  expect((await screen.findByText('Good evening, Ada', {}, { timeout: 20_000 })).tagName).toBe('P');
});
