import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A message that the receiver took. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Head and body as they came, lines by `\r\n`. */
  readonly raw: string;
}

export interface SmtpReceiver extends AsyncDisposable {
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  /** What recipients are answered; `250 OK` where it is undefined. */
  recipientAnswer: string | undefined;
}

/** A mail server that keeps what it gets: as much of SMTP (RFC 5321) as a client needs, without TLS. */
export async function startSmtpReceiver(): Promise<SmtpReceiver> {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    converse(socket, receiver, mails);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: SmtpReceiver = {
    port: (server.address() as AddressInfo).port,
    mails,
    recipientAnswer: undefined,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

const TAKEN = '250 OK';
const NOT_HERE = '502 not here';
const addressIn = (line: string): string => /<([^>]*)>/.exec(line)?.[1] ?? '';
const END = '\r\n.\r\n';

function converse(socket: Socket, receiver: SmtpReceiver, mails: ReceivedMail[]): void {
  let text = '';
  let mail = { from: '', to: [] as string[] };
  let isData = false;
  const answer = (line: string): void => {
    socket.write(`${line}\r\n`);
  };
  const commands: Readonly<Record<string, (line: string) => string>> = {
    MAIL: (line) => {
      mail = { from: addressIn(line), to: [] };
      return TAKEN;
    },
    RCPT: (line) => {
      if (receiver.recipientAnswer === undefined) mail.to.push(addressIn(line));
      return receiver.recipientAnswer ?? TAKEN;
    },
    DATA: () => {
      isData = true;
      return '354 Go on';
    },
    STAR: () => NOT_HERE,
    AUTH: () => NOT_HERE,
  };
  const takeData = (): boolean => {
    const end = text.indexOf(END);
    if (end === -1) return false;
    mails.push({ ...mail, raw: text.slice(0, end) });
    text = text.slice(end + END.length);
    isData = false;
    answer(TAKEN);
    return true;
  };
  const takeLine = (): boolean => {
    const end = text.indexOf('\r\n');
    if (end === -1) return false;
    const line = text.slice(0, end);
    text = text.slice(end + 2);
    answer(commands[line.slice(0, 4).toUpperCase()]?.(line) ?? TAKEN);
    return true;
  };
  answer('220 test');
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    while (isData ? takeData() : takeLine()) {
      // Until nothing is left that is whole.
    }
  });
}
