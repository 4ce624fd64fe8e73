import { imageErrors } from '@curbwrench/contract/fields/image-file';
import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { useState } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { useBusiness } from '../business/queries.ts';
import { ImageButtons } from '../forms/image-buttons.tsx';
import { findImageProblem } from '../forms/image-problem.ts';
import { readUncroppedImage } from '../lib/image-upload.ts';
import { Brand } from '../ui/brand.tsx';
import { FieldError } from '../ui/field.tsx';
import { Panel } from '../ui/panel.tsx';
import { useSaveLogo } from './queries.ts';

/**
 * Lets an admin change the logo. The browser scales the image down before sending it, and a change is saved
 * immediately.
 */
export function LogoPanel() {
  const { name, logoUrl } = useBusiness();
  const save = useSaveLogo();
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  const problem = fileProblem ?? (save.error ? getErrorMessage(save.error) : undefined);

  async function choose(file: File | undefined) {
    if (!file) return;
    save.reset();
    const imageProblem = await findImageProblem(file);
    const logo = imageProblem === null ? await readUncroppedImage(file, textLimits.picture) : null;
    setFileProblem(imageProblem ?? (logo === null ? imageErrors.unreadable : null));
    if (logo !== null) save.mutate({ logo });
  }

  return (
    <Panel title="Logo" subtitle="Shown next to the name on every page">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <Brand name={name} logoUrl={logoUrl} />
        <ImageButtons
          label="Logo"
          hasImage={logoUrl !== null}
          isSaving={save.isPending}
          onChoose={choose}
          onRemove={() => save.mutate({ logo: null })}
        />
      </div>
      <FieldError>{problem}</FieldError>
    </Panel>
  );
}
