import { maxFileBytes, tooLargeMessage } from '@curbwrench/contract/customer-files/limits';
import type { ImportPreview } from '@curbwrench/contract/customer-files/schemas';
import { useMutation } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { requestWithFile } from '../api/request.ts';
import { Button } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { Panel } from '../ui/panel.tsx';

/** Lets an admin choose a CSV file, and passes the server's preview to `onPreview`. */
export function ChooseFile({
  onPreview,
}: {
  onPreview: (name: string, preview: ImportPreview) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [isTooLarge, setIsTooLarge] = useState(false);
  const preview = useMutation({
    mutationFn: (file: File) => requestWithFile('previewImport', file),
    onSuccess: (result, file) => onPreview(file.name, result),
  });
  const problem = isTooLarge
    ? tooLargeMessage
    : preview.error && getErrorMessage(preview.error, "We couldn't read this file.");

  function choose(file: File | undefined) {
    if (!file) return;
    preview.reset();
    setIsTooLarge(file.size > maxFileBytes);
    if (file.size <= maxFileBytes) preview.mutate(file);
  }

  return (
    <Panel title="Choose a file">
      <div className="grid grid-cols-1 justify-items-start gap-4">
        <p className="max-w-prose text-ink-soft">
          Export your customers as CSV from Google Contacts, Square, Jobber, or a spreadsheet.
          You'll see what happens to each row before anything is imported.
        </p>
        <ul className="grid max-w-prose list-disc gap-1 pl-5 text-sm text-ink-soft">
          <li>
            The first row must contain column headers, such as First Name, Last Name, Email, Phone,
            and Address.
          </li>
          <li>
            For vehicles, add columns for Vehicle Year, Vehicle Make, Vehicle Model, License Plate,
            and VIN. Use a separate row for each vehicle.
          </li>
          <li>Up to 20,000 rows and 10 MB.</li>
        </ul>
        {problem && <Callout tone="alert">{problem}</Callout>}
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          aria-label="CSV file"
          className="hidden"
          onChange={({ currentTarget }) => {
            choose(currentTarget.files?.[0]);
            // Allows the same file to be chosen again.
            currentTarget.value = '';
          }}
        />
        <Button
          variant="primary"
          icon={<FileUp className="size-5" aria-hidden />}
          pending={preview.isPending}
          pendingLabel="Reading..."
          onClick={() => input.current?.click()}
        >
          Choose a CSV file
        </Button>
      </div>
    </Panel>
  );
}
