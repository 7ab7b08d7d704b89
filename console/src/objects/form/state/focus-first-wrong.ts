const WRONG = [
  '[aria-invalid="true"]',
  ...['input', 'button', '[contenteditable="true"]'].map((control) => `[data-wrong] ${control}`),
  '[role="alert"]',
].join(', ');

/** Where a write was refused: goes to the first field that is wrong, else to what is said of it. */
export function focusFirstWrong(form: HTMLElement): void {
  const all = [...form.querySelectorAll<HTMLElement>(WRONG)];
  const wrong = all.find((element) => element.role !== 'alert') ?? all[0];
  if (!wrong) return;
  if (wrong.role === 'alert') wrong.tabIndex = -1;
  wrong.focus();
  wrong.scrollIntoView({ block: 'center' });
}
