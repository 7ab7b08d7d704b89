import { Notifications } from '@mantine/notifications';

/** Where notices are shown: at the edge of every page. */
export function Notices() {
  return <Notifications position="bottom-right" limit={4} containerWidth={420} />;
}
