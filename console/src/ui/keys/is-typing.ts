/** Inputs that no letters are typed into. */
const PRESSED = ['checkbox', 'radio', 'button', 'submit', 'reset'];

/** Whether keys go into a field, a menu or a dialog, and are no shortcuts. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  if (target.closest('[role="dialog"], [role="menu"], [role="listbox"]')) return true;
  if (target instanceof HTMLInputElement) return !PRESSED.includes(target.type);
  return target.closest('textarea, select') !== null;
}
