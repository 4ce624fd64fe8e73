import { firstDataId, type FirstData } from '@curbwrench/contract/pages/first-data';

/**
 * The data the server sent along with the page; undefined if it sent none: in development, without its
 * database, and without a network, where the page is the cached one.
 */
export const firstData: FirstData | undefined = readFirstData();

function readFirstData(): FirstData | undefined {
  const text =
    typeof document === 'undefined' ? undefined : document.getElementById(firstDataId)?.textContent;
  return text === undefined ? undefined : (JSON.parse(text) as FirstData);
}
