/** The maximum size of a file to import, in bytes and in rows without the header. */
export const maxFileBytes = 10 * 1024 * 1024;
export const maxFileRows = 20_000;

/** The maximum number of rows that one request imports; the browser also keeps its requests below `maxBatchBytes`. */
export const maxBatchRows = 100;
export const maxBatchBytes = 48 * 1024;

export const tooLargeMessage = 'Files can be up to 10 MB and 20,000 rows. Please split this one.';
