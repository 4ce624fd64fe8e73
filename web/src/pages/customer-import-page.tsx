import type { ImportPreview } from '@curbwrench/contract/customer-files/schemas';
import { useState } from 'react';
import { ChooseFile } from '../customer-files/choose-file.tsx';
import { ImportPreviewPanels } from '../customer-files/import-preview.tsx';
import { paths } from '../paths.ts';
import { BackLink } from '../layout/back-link.tsx';
import { PageHeading } from '../ui/page-heading.tsx';

/** Imports customers and vehicles from a CSV file: choose a file, review what importing it would do, and import it. */
export function CustomerImportPage() {
  const [chosenFile, setChosenFile] = useState<{ name: string; preview: ImportPreview } | null>(
    null,
  );
  return (
    <>
      <BackLink to={paths.customers}>Customers</BackLink>
      <PageHeading
        title="Import Customers"
        subtitle="Import customers and their vehicles from other software."
      />
      {chosenFile === null ? (
        <ChooseFile onPreview={(name, preview) => setChosenFile({ name, preview })} />
      ) : (
        <ImportPreviewPanels
          key={chosenFile.preview.importId}
          fileName={chosenFile.name}
          preview={chosenFile.preview}
          onChooseAnother={() => setChosenFile(null)}
        />
      )}
    </>
  );
}
