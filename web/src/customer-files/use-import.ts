import type { ImportPreview } from '@curbwrench/contract/customer-files/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { request } from '../api/request.ts';
import { listPlannedRows, splitRows } from './send-import.ts';

export interface ImportProgress {
  readonly state: 'ready' | 'running' | 'stopped' | 'done';
  /** How many rows have been sent. */
  readonly sentCount: number;
  readonly total: number;
  /** The rows that were not imported because their customers have changed since the preview. */
  readonly changedRows: readonly number[];
  /** Why the import stopped; null if it didn't. */
  readonly problem: string | null;
}

/**
 * Imports the rows of a preview in batches. After a failure, starting again continues with the batch that
 * failed; the server imports no row twice. Leaving the page stops the import after the current batch.
 */
export function useImport(preview: ImportPreview) {
  const client = useQueryClient();
  const rows = listPlannedRows(preview);
  const [progress, setProgress] = useState<ImportProgress>({
    state: 'ready',
    sentCount: 0,
    total: rows.length,
    changedRows: [],
    problem: null,
  });
  const isUnmounted = useRef(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);

  async function start() {
    let current: ImportProgress = { ...progress, state: 'running', problem: null };
    setProgress(current);
    const { importId, source } = preview;
    try {
      for (const batch of splitRows(rows.slice(current.sentCount))) {
        if (isUnmounted.current) return;
        const body = { importId, source, total: rows.length, rows: batch };
        const { changed } = await request('importCustomers', { body });
        current = {
          ...current,
          sentCount: current.sentCount + batch.length,
          changedRows: [...current.changedRows, ...changed],
        };
        setProgress(current);
      }
      setProgress({ ...current, state: 'done' });
    } catch (error) {
      setProgress({ ...current, state: 'stopped', problem: getErrorMessage(error) });
    } finally {
      await client.invalidateQueries({ queryKey: ['user'] });
    }
  }

  return { progress, start };
}
