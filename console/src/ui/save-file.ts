/** The browser reads a file that is saved from memory a while after it was told to; only then the memory is given back. ms. */
const READ_MS = 60_000;

/** Has the browser save a file. */
export function saveBlob(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), READ_MS);
}

/** Has the browser save an answer as a file, under the name that the service gives it, or under another. `onProgress` is told how many bytes have come. */
export async function saveFile(
  response: Response,
  fallback: string,
  onProgress: (bytes: number) => void = () => undefined,
): Promise<void> {
  const name = fileNameIn(response.headers.get('content-disposition')) ?? fallback;
  const type = response.headers.get('content-type') ?? '';
  saveBlob(new Blob(await readParts(response, onProgress), { type }), name);
}

/** The file name that a `Content-Disposition` header gives. */
export const fileNameIn = (header: string | null): string | undefined =>
  /filename="?([^";]+)"?/.exec(header ?? '')?.[1];

async function readParts(
  response: Response,
  onProgress: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body?.getReader();
  let bytes = 0;
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) return parts;
    parts.push(part.value);
    bytes += part.value.length;
    onProgress(bytes);
  }
}
