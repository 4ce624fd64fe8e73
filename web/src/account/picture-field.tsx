import type { Account } from '@curbwrench/contract/accounts/schemas';
import { imageErrors } from '@curbwrench/contract/fields/image-file';
import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { useState } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { ImageButtons } from '../forms/image-buttons.tsx';
import { findImageProblem } from '../forms/image-problem.ts';
import { getFullName, getInitials } from '../lib/people.ts';
import { readCroppedImage } from '../lib/image-upload.ts';
import { Avatar } from '../ui/avatar.tsx';
import { FieldError } from '../ui/field.tsx';
import { useChangeAccount } from './queries.ts';

/** Lets people change their picture, which the browser scales down before sending it. */
export function PictureField({ account }: { account: Account }) {
  const change = useChangeAccount();
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  const problem = fileProblem ?? (change.error ? getErrorMessage(change.error) : undefined);

  async function choose(file: File | undefined) {
    if (!file) return;
    change.reset();
    const imageError = await findImageProblem(file);
    const picture = imageError === null ? await readCroppedImage(file, textLimits.picture) : null;
    setFileProblem(imageError ?? (picture === null ? imageErrors.unreadable : null));
    if (picture !== null) change.mutate({ picture });
  }

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Avatar initials={getInitials(account)} imageUrl={account.profileImageUrl} size="lg" />
        <div className="min-w-0 flex-1 basis-44">
          <p className="font-display text-lg font-semibold wrap-anywhere">{getFullName(account)}</p>
          <p className="text-sm wrap-anywhere text-ink-soft">{account.email}</p>
        </div>
        <ImageButtons
          label="Picture"
          hasImage={account.profileImageUrl !== null}
          isSaving={change.isPending}
          onChoose={choose}
          onRemove={() => change.mutate({ picture: null })}
        />
      </div>
      <FieldError>{problem}</FieldError>
    </div>
  );
}
