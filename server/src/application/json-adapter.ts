/** How to ask for a document, and how much of an answer is read. */
interface JsonRequest {
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The server refused this one request (a 4xx status other than 429) and may still answer others. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest';
}

/**
 * Asks another server for a JSON document. Throws if it does not answer in time, refuses, fails, redirects, or if
 * its answer is too long or not JSON; what is too long is not read to its end.
 */
export async function fetchJson(
  url: string,
  { timeoutMs, maxBytes, headers = {} }: JsonRequest,
): Promise<unknown> {
  const response = await fetch(url, {
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
    headers,
  });
  if (!response.ok) {
    await response.body?.cancel();
    const isRefused = response.status < 500 && response.status !== 429;
    throw isRefused ? new RefusedRequest() : new RangeError('The server failed.');
  }
  return JSON.parse(await readText(response, maxBytes)) as unknown;
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  const body: AsyncIterable<Uint8Array> | null = response.body;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new RangeError('The reply is too long.');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
