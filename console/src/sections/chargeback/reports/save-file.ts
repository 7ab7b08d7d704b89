/** Has the browser save an answer as a file, under the name that the service gives it, or under another. */
export async function saveFile(response: Response, fallback: string): Promise<void> {
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = fileNameIn(response.headers.get('content-disposition')) ?? fallback;
  link.click();
  URL.revokeObjectURL(address);
}

/** The file name that a `Content-Disposition` header gives. */
export const fileNameIn = (header: string | null): string | undefined =>
  /filename="?([^";]+)"?/.exec(header ?? '')?.[1];
