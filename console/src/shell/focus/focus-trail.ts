/** What can have the focus by Tab. */
const STOPS = ':is(a[href], button, input, select, textarea, [tabindex="0"]):not([tabindex="-1"])';

/** What opens on top of a page, and keeps the focus as long as it is open. */
const OVERLAYS = '[role="dialog"], [role="menu"], [role="listbox"]';

/** What is there for a while only: nobody is to be led back into it. */
const PASSING = `${OVERLAYS}, .mantine-Notification-root`;

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
    if (!element.closest(PASSING)) this.onPage = place;
  }

  /** Somebody points at something: they know where they are, and come back there from what it opens. It may have the focus already, or get none by that. */
  pointed(element: Element): void {
    this.last = [];
    if (!element.closest(PASSING)) this.onPage = placeOf(element);
  }

  /** Whether what had the focus lost it because it is not there any more. */
  get isBroken(): boolean {
    const [element] = this.last;
    return element !== undefined && !canHaveFocus(element);
  }

  /** What is to have the focus in its place: it, or what stands nearest to where it was, in what is open on top of the page or else on the page. */
  neighbour(content: Element): HTMLElement | undefined {
    const overlay = this.last.find((element) => element.matches(OVERLAYS));
    if (overlay && canHaveFocus(overlay)) return nearest(this.last, overlay) ?? overlay;
    return nearest(this.onPage, content) ?? headingOf(content);
  }
}

/** The stop of Tab that is nearest to a place. Within `around`, unless it is the place itself. */
function nearest(place: Place, around: Element): HTMLElement | undefined {
  for (const element of place) {
    if (canHaveFocus(element) && element.matches(STOPS)) return element;
    if (element === around) return undefined;
    if (!element.isConnected || !around.contains(element)) continue;
    const stop = [...element.querySelectorAll(STOPS)].find(canHaveFocus);
    if (stop) return stop;
  }
  return undefined;
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
