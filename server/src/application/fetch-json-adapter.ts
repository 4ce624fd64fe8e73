/** The timeout, size limit and headers of a request. */
interface JsonRequest {
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The server rejected this particular request (a 4xx status other than 429) and may still accept others. */
export class RequestRejectedError extends Error {
  override readonly name = 'RequestRejectedError';
}

/**
 * Fetches a JSON document from another server. Throws if the server does not respond in time, rejects the request,
 * fails or redirects, or if its response is too long or not JSON. Stops reading a response that is too long.
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
    const isRejected = response.status < 500 && response.status !== 429;
    throw isRejected ? new RequestRejectedError() : new RangeError('The server failed.');
  }
  return JSON.parse(await readText(response, maxBytes)) as unknown;
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let byteCount = 0;
  const body: AsyncIterable<Uint8Array> | null = response.body;
  for await (const chunk of body ?? []) {
    byteCount += chunk.length;
    if (byteCount > maxBytes) throw new RangeError('The response is too long.');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
