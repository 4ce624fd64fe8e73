import { initialDataId, type InitialData } from '@curbwrench/contract/pages/initial-data';

/**
 * The data that the server sent with the page; undefined in development, if the server's database is
 * unavailable, and offline, where the page comes from the cache.
 */
export const initialData: InitialData | undefined = readInitialData();

function readInitialData(): InitialData | undefined {
  const text =
    typeof document === 'undefined'
      ? undefined
      : document.getElementById(initialDataId)?.textContent;
  return text === undefined ? undefined : (JSON.parse(text) as InitialData);
}
