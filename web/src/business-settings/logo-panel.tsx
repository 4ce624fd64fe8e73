import { imageErrors } from '@curbwrench/contract/fields/image-file';
import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { ImageUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { useBusiness } from '../business/queries.ts';
import { findImageProblem } from '../forms/image-problem.ts';
import { readUncroppedImage } from '../lib/image-upload.ts';
import { Brand } from '../ui/brand.tsx';
import { Button } from '../ui/button.tsx';
import { FieldError } from '../ui/field.tsx';
import { Panel } from '../ui/panel.tsx';
import { useSaveLogo } from './queries.ts';

/**
 * Lets an admin change the logo. The browser scales the image down before sending it, and a change is saved
 * immediately.
 */
export function LogoPanel() {
  const input = useRef<HTMLInputElement>(null);
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
        <div className="flex flex-wrap gap-2">
          <input
            ref={input}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            aria-label="Logo"
            className="hidden"
            onChange={({ currentTarget }) => {
              void choose(currentTarget.files?.[0]);
              // Allows the same file to be chosen again.
              currentTarget.value = '';
            }}
          />
          <Button
            icon={<ImageUp className="size-4" aria-hidden />}
            pending={save.isPending}
            pendingLabel="Saving..."
            onClick={() => input.current?.click()}
          >
            {logoUrl ? 'Change logo' : 'Add a logo'}
          </Button>
          {logoUrl && (
            <Button
              variant="ghost"
              disabled={save.isPending}
              onClick={() => save.mutate({ logo: null })}
            >
              Remove
            </Button>
          )}
        </div>
      </div>
      <FieldError>{problem}</FieldError>
    </Panel>
  );
}
