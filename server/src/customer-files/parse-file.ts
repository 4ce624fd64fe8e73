import { isUtf8 } from 'node:buffer';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { maxFileRows, tooLargeMessage } from '@curbwrench/contract/customer-files/limits';
import { CsvError, parse } from 'csv-parse';
import { accepted, refused, type Result } from '../application/rules/result.ts';
import { findSeparator } from './rules/csv-text.ts';
import { recognizeColumns, type FileColumns } from './rules/headers.ts';

/** A row of a file with the number that spreadsheet programs show, which counts the header and empty rows. */
export interface FileRow {
  readonly number: number;
  readonly cells: readonly string[];
}

/** A parsed file: its columns, its rows without the header, and a message about its encoding if that is uncertain. */
export interface ParsedFile {
  readonly columns: FileColumns;
  readonly rows: readonly FileRow[];
  readonly notice: string | null;
}

const notCsvMessage =
  "This isn't a CSV file. In a spreadsheet program, save the sheet as CSV (UTF-8) and choose that file.";
const noHeaderMessage =
  'No columns were recognized. The first row must have headers such as First Name, Last Name, Email, and Phone.';

/** How many rows are read before the event loop handles other requests. */
const rowsPerBatch = 500;
/** How many characters are passed to the parser before the event loop handles other requests. */
const chunkLength = 64 * 1024;

/**
 * Parses a CSV file in any common encoding, with any common separator. Lets the server handle other requests as well.
 */
export async function parseFile(bytes: Buffer): Promise<Result<ParsedFile>> {
  const { text, notice } = decode(bytes);
  if (text.includes('\0')) return refuse(notCsvMessage);
  // Excel can declare the separator in a first line such as `sep=;`.
  const content = text.replace(/^sep=.\r?\n/, '');
  if (content.trim() === '') return refuse('This file is empty.');
  const records = await readRecords(content);
  if (!records.ok) return records;
  const [{ cells: headers } = { cells: [] }, ...rows] = records.value;
  // No customer list has this many columns.
  if (headers.length > 500) return refuse(notCsvMessage);
  const columns = recognizeColumns(headers);
  if (!columns) return refuse(noHeaderMessage);
  if (rows.length === 0) return refuse('This file has a header row but no data rows.');
  return accepted({ columns, rows, notice });
}

function refuse(message: string) {
  return refused('invalid_request', message);
}

/**
 * Decodes a file: as UTF-16 if its byte order mark says so, as UTF-8 if it is valid UTF-8, and otherwise as
 * Windows-1252, in which every byte is valid.
 */
function decode(bytes: Buffer): { text: string; notice: string | null } {
  const [firstByte = 0, secondByte = 0] = bytes;
  const encoding =
    firstByte === 0xff && secondByte === 0xfe
      ? 'utf-16le'
      : firstByte === 0xfe && secondByte === 0xff
        ? 'utf-16be'
        : isUtf8(bytes)
          ? 'utf-8'
          : 'windows-1252';
  const text = new TextDecoder(encoding).decode(bytes);
  const notice =
    encoding === 'windows-1252' && !text.includes('\0')
      ? "This file isn't UTF-8, so it was read as Windows-1252. Please check names with accents."
      : null;
  return { text, notice };
}

/** Reads the rows that are not empty. */
async function readRecords(content: string): Promise<Result<FileRow[]>> {
  const parser = parse({
    delimiter: findSeparator(content),
    relax_column_count: true,
    max_record_size: 100_000,
  });
  const records: FileRow[] = [];
  let number = 0;
  try {
    const reading = (async () => {
      for await (const cells of parser as AsyncIterable<string[]>) {
        number += 1;
        if (cells.some((cell) => cell.trim() !== '')) records.push({ number, cells });
        if (records.length > maxFileRows + 1) return refused('too_large', tooLargeMessage);
        if (number % rowsPerBatch === 0) await yieldToEventLoop();
      }
      return null;
    })();
    const writing = write(parser, content);
    const refusal = await reading;
    // If reading stopped early, it destroyed the parser, so writing ends too.
    await writing;
    return refusal ?? accepted(records);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const row = parser.info.records + 1;
    return refuse(
      error.code === 'CSV_QUOTE_NOT_CLOSED'
        ? `Row ${row} of this file has an unclosed quotation mark. The file may not have been downloaded completely.`
        : `Row ${row} of this file can't be read. Please check its quotation marks.`,
    );
  }
}

async function write(parser: ReturnType<typeof parse>, content: string): Promise<void> {
  for (let start = 0; start < content.length; start += chunkLength) {
    if (parser.destroyed) return;
    const isFull = !parser.write(content.slice(start, start + chunkLength));
    await yieldToEventLoop();
    while (isFull && parser.writableNeedDrain && !parser.destroyed) await yieldToEventLoop();
  }
  parser.end();
}
