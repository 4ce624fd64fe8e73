/** Pages are rendered as for a browser that has stored nothing; what it has, it shows afterwards. */
const emptyStorage: Storage = {
  length: 0,
  clear: () => undefined,
  getItem: () => null,
  key: () => null,
  removeItem: () => undefined,
  setItem: () => undefined,
};
Object.assign(globalThis, { localStorage: emptyStorage, sessionStorage: emptyStorage });
