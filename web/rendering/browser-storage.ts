/** Pages are rendered for a browser without stored data; stored data is shown after hydration. */
const emptyStorage: Storage = {
  length: 0,
  clear: () => undefined,
  getItem: () => null,
  key: () => null,
  removeItem: () => undefined,
  setItem: () => undefined,
};
Object.assign(globalThis, { localStorage: emptyStorage, sessionStorage: emptyStorage });
