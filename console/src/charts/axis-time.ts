const DAY_S = 86_400;

const DAY = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' });
const TIME = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const EXACT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** What stands at the marks of a time axis: times of day, and the day where it changes. `marks`: seconds since 1970. */
export function axisTimes(marks: readonly number[]): string[] {
  const [first = 0, second = first] = marks;
  const areDays = second - first >= DAY_S;
  let before: string | undefined;
  return marks.map((mark) => {
    const date = new Date(mark * 1000);
    const day = DAY.format(date);
    const isNewDay = before !== undefined && day !== before;
    before = day;
    if (areDays || isNewDay) return day;
    return TIME.format(date);
  });
}

/** A moment in full, in the zone of who looks. */
export const momentText = (at: number): string => EXACT.format(new Date(at));
