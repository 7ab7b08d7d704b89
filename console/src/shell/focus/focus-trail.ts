/** What can have the focus by Tab. */
const STOPS = 'a[href], button, input, select, textarea, [tabindex="0"]';

/** What opens on top of a page. */
const OVERLAYS = '[role="dialog"], [role="menu"], [role="listbox"]';

/** An element that had the focus, with all that stood around it, from within outwards. */
type Place = readonly Element[];

/**
 * Where the focus was. What opened a dialog may be gone when that closes, as may the row of what was deleted: browsers then leave the focus with the whole document, and Tab
 * begins at the top.
 */
export class FocusTrail {
  private last: Place = [];
  private onPage: Place = [];

  /** An element has the focus now. */
  follow(element: Element): void {
    const place = placeOf(element);
    this.last = place;
    if (!element.closest(OVERLAYS)) this.onPage = place;
  }

  /** Somebody points at things: they know where they are. */
  forget(): void {
    this.last = [];
    this.onPage = [];
  }

  /** Whether what had the focus lost it because it is not there any more. */
  get isBroken(): boolean {
    const [element] = this.last;
    return element !== undefined && !canHaveFocus(element);
  }

  /** What is to have the focus in its place: it, or what stands nearest to where it was on the page. */
  neighbour(content: Element): HTMLElement | undefined {
    for (const element of this.onPage) {
      if (canHaveFocus(element) && element.matches(STOPS)) return element;
      if (element === content) break;
      if (!element.isConnected || !content.contains(element)) continue;
      const stop = [...element.querySelectorAll(STOPS)].find(canHaveFocus);
      if (stop instanceof HTMLElement) return stop;
    }
    return headingOf(content);
  }
}

function placeOf(element: Element): Place {
  const place: Element[] = [];
  for (let one: Element | null = element; one !== null; one = one.parentElement) place.push(one);
  return place;
}

const canHaveFocus = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement &&
  element.isConnected &&
  !element.matches(':disabled') &&
  element.getClientRects().length > 0;

/** The title of the page, which has the focus only so. */
function headingOf(content: Element): HTMLElement | undefined {
  const heading = content.querySelector('h1');
  if (!heading) return undefined;
  heading.tabIndex = -1;
  return heading;
}
