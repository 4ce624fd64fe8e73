import type { ImportPreview, PlannedRow } from '@curbwrench/contract/customer-files/schemas';
import type { Customer, CustomerRecord } from '@curbwrench/contract/customers/schemas';
import { sql } from 'kysely';
import type { Person } from './builders.ts';
import { read, send } from './requests.ts';
import type { TestApp } from './start-app.ts';

/** Imports files as an admin, and finds what was imported. */
export class CustomerImport {
  readonly app: TestApp;
  readonly admin: Person;

  constructor(app: TestApp, admin: Person) {
    this.app = app;
    this.admin = admin;
  }

  /** Sends a file to be previewed. */
  upload(file: string | Buffer) {
    return this.app.server.inject({
      method: 'POST',
      url: '/api/customers/import/preview',
      headers: { ...this.admin.headers, 'content-type': 'text/csv' },
      payload: file,
    });
  }

  /** Returns the preview of a file; throws if the file is rejected. */
  async preview(file: string | Buffer): Promise<ImportPreview> {
    const response = await this.upload(file);
    if (response.statusCode !== 200) throw new Error(response.body);
    return response.json<ImportPreview>();
  }

  /** Returns the error message for a file that is rejected. */
  async getErrorMessage(file: string | Buffer): Promise<string> {
    const response = await this.upload(file);
    if (response.statusCode !== 400) throw new Error(`The status is ${response.statusCode}.`);
    return response.body;
  }

  /** Sends rows of a preview to be imported. */
  importRows({ importId, source }: ImportPreview, rows: readonly PlannedRow[]) {
    const body = { importId, source, total: Math.max(rows.length, 1), rows };
    return send(this.app, this.admin, 'POST', '/api/customers/import', body);
  }

  /**
   * Imports a file the way the screen does. Returns the numbers of the rows that were not imported because their
   * customer changed after the preview.
   */
  async importFile(file: string | Buffer): Promise<number[]> {
    const preview = await this.preview(file);
    const rows = listPlanned(preview);
    const changedRows: number[] = [];
    for (let start = 0; start < rows.length; start += 100) {
      const response = await this.importRows(preview, rows.slice(start, start + 100));
      if (response.statusCode !== 200) throw new Error(response.body);
      changedRows.push(...response.json<{ changed: number[] }>().changed);
    }
    return changedRows;
  }

  find(search: string): Promise<Customer[]> {
    return read(this.app, this.admin, `/api/customers?search=${encodeURIComponent(search)}`);
  }

  /** Returns the only customer that matches; throws if there is none, or more than one. */
  async getRecord(search: string): Promise<CustomerRecord> {
    const [found, ...others] = await this.find(search);
    if (!found || others.length > 0) throw new Error(`Not exactly one customer matches ${search}.`);
    return read(this.app, this.admin, `/api/customers/${found.id}`);
  }

  /** Adds a customer as an admin, without an import. */
  async addCustomer(fields: object): Promise<CustomerRecord> {
    const response = await send(this.app, this.admin, 'POST', '/api/customers', fields);
    if (response.statusCode !== 201) throw new Error(response.body);
    return response.json<CustomerRecord>();
  }

  async countPeople(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from people
    `.execute(this.app.store.kysely);
    return rows[0]?.count ?? 0;
  }
}

/** Returns the rows of a preview that can be imported. */
export function listPlanned({ rows }: ImportPreview): PlannedRow[] {
  return rows.flatMap(({ planned }) => planned ?? []);
}

/** Returns what the import would do with each row of a preview. */
export function listOutcomes({ rows }: ImportPreview) {
  return rows.map(({ outcome }) => outcome);
}

/** Returns why each row of a preview is not imported; null if it is. */
export function listReasons({ rows }: ImportPreview) {
  return rows.map(({ reason }) => reason);
}
