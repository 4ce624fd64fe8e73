import type { ImportPreview, PreviewedRow } from '@curbwrench/contract/customer-files/schemas';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../paths.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { formatCount } from '../ui/format-count.ts';
import { Panel } from '../ui/panel.tsx';
import { countRows, describeFile } from './preview-text.ts';
import { PreviewRows } from './preview-rows.tsx';
import { useImport } from './use-import.ts';

interface ImportPreviewProps {
  fileName: string;
  preview: ImportPreview;
  onChooseAnother: () => void;
}

/** Shows what importing a file would do, then imports it. */
export function ImportPreviewPanels({ fileName, preview, onChooseAnother }: ImportPreviewProps) {
  const { progress, start } = useImport(preview);
  const { state, sentCount, total, changedRows, problem } = progress;
  const { ignoredHeaders, notice } = preview;
  return (
    <div className="grid grid-cols-1 gap-4">
      <Panel title={fileName} subtitle={describeFile(preview)}>
        <div className="grid grid-cols-1 gap-4">
          {state === 'done' ? (
            <ImportSummary preview={preview} changedRows={changedRows} />
          ) : (
            <>
              {notice !== null && <Callout tone="progress">{notice}</Callout>}
              {ignoredHeaders.length > 0 && <IgnoredColumns headers={ignoredHeaders} />}
              {problem !== null && (
                <Callout tone="alert" title={`Stopped after ${countRows(sentCount)}`}>
                  <p>{problem} If you continue, no row will be imported twice.</p>
                </Callout>
              )}
              {total === 0 && <Callout tone="info">There is nothing to import.</Callout>}
            </>
          )}
          {state === 'running' && (
            <div className="grid gap-2">
              <progress
                className="h-2 w-full overflow-hidden rounded-full [&::-webkit-progress-bar]:bg-well [&::-webkit-progress-value]:bg-signal"
                value={sentCount}
                max={total}
                aria-label="Import"
              />
              <p className="figures text-sm text-ink-soft">
                {formatCount(sentCount)} of {countRows(total)} processed. Keep this page open.
              </p>
            </div>
          )}
          <div className="flex flex-wrap gap-2">
            {state === 'done' ? (
              <Link to={paths.customers} className={buttonClass({ variant: 'primary' })}>
                Show customers
              </Link>
            ) : (
              total > 0 && (
                <Button
                  variant="primary"
                  pending={state === 'running'}
                  pendingLabel="Importing..."
                  onClick={() => void start()}
                >
                  {state === 'stopped' ? 'Continue' : `Import ${countRows(total)}`}
                </Button>
              )
            )}
            {state !== 'running' && <Button onClick={onChooseAnother}>Choose another file</Button>}
          </div>
        </div>
      </Panel>
      {state !== 'done' && <PreviewRows rows={preview.rows} />}
      {state === 'done' && changedRows.length > 0 && (
        <PreviewRows rows={preview.rows.filter(({ row }) => changedRows.includes(row))} />
      )}
    </div>
  );
}

/** Shows how many rows were imported, and how many were not. */
function ImportSummary({
  preview,
  changedRows,
}: {
  preview: ImportPreview;
  changedRows: readonly number[];
}) {
  const isImported = (row: PreviewedRow) => row.planned !== null && !changedRows.includes(row.row);
  const importedRows = preview.rows.filter(isImported);
  const newCount = importedRows.filter(({ outcome }) => outcome === 'new').length;
  return (
    <>
      <Callout tone="done" title={`${countRows(importedRows.length)} imported`}>
        <p>
          {newCount === 1 ? '1 new customer' : `${newCount.toLocaleString('en-US')} new customers`}.
          {newCount > 0 && " New customers don't get an account or a message."}
        </p>
      </Callout>
      {changedRows.length > 0 && (
        <Callout tone="progress" title={`${countRows(changedRows.length)} not imported`}>
          <p>
            These rows no longer match the preview, because customer records have changed. Choose
            the file again to see what is left.
          </p>
        </Callout>
      )}
    </>
  );
}

/** How many headers are listed; the rest are collapsed. */
const maxHeadersShown = 8;

function IgnoredColumns({ headers }: { headers: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  const visibleHeaders = isOpen ? headers : headers.slice(0, maxHeadersShown);
  const hiddenCount = headers.length - visibleHeaders.length;
  return (
    <p className="text-sm wrap-anywhere text-ink-soft">
      <span className="font-semibold">Columns that are not imported:</span>{' '}
      {visibleHeaders.join(', ')}
      {hiddenCount > 0 && (
        <>
          {' '}
          <button type="button" className="link font-semibold" onClick={() => setOpen(true)}>
            and {hiddenCount} more
          </button>
        </>
      )}
    </p>
  );
}
