/** The maximum size of a file to import, in bytes and in rows without the header. */
export const maxFileBytes = 10 * 1024 * 1024;
export const maxFileRows = 20_000;

/** The maximum number of rows that one request imports; the browser also keeps its requests below `maxBatchBytes`. */
export const maxBatchRows = 100;
export const maxBatchBytes = 48 * 1024;

export const tooLargeMessage = 'A file can have up to 20,000 rows and 10 MB. Please split it.';
