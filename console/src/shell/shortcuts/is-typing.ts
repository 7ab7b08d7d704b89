/** Whether keys go into a field, a menu or a dialog, and are no shortcuts. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  return (
    target.closest('input, textarea, select, [role="dialog"], [role="menu"], [role="listbox"]') !==
    null
  );
}
