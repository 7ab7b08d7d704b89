import { Alert } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useSession } from '../../api/runtime.tsx';
import { useIsLive } from './changes-provider.tsx';

/** A stream that is away for less than this is no news, ms. */
const PATIENCE_MS = 3000;

/** Says that the network or the service is away. What was typed stays; what is shown may be old. */
export function ServiceState() {
  const { online } = useNetwork();
  const { status } = useSession();
  const isLive = useIsLive();
  const [isAway, setIsAway] = useState(false);
  const isWaiting = !isLive && status === 'signed-in';
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setIsAway(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setIsAway(false);
    };
  }, [isWaiting]);
  if (online && !isAway) return null;
  const title = online ? 'The service does not answer' : 'This device is offline';
  return (
    <Alert
      color="yellow"
      mb="md"
      icon={<IconPlugConnectedX size={18} />}
      title={title}
      role="status"
    >
      What you see may be old. Nothing that you typed is lost; the console goes on by itself when
      the connection is back.
    </Alert>
  );
}
