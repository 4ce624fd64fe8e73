/** Returns whether an Accept-Encoding header accepts gzip with a weight other than 0. */
export function acceptsGzip(acceptEncoding: string | string[] | undefined): boolean {
  const codings = String(acceptEncoding ?? '').split(',');
  return codings.some((coding) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(coding));
}
