import type { Account } from '@curbwrench/contract/accounts/schemas';
import { imageErrors } from '@curbwrench/contract/fields/image-file';
import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { ImageUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { findImageProblem } from '../forms/image-problem.ts';
import { getFullName, getInitials } from '../lib/people.ts';
import { readCroppedImage } from '../lib/image-upload.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { FieldError } from '../ui/field.tsx';
import { useChangeAccount } from './queries.ts';

/** Lets people change their picture, which the browser scales down before sending it. */
export function PictureField({ account }: { account: Account }) {
  const input = useRef<HTMLInputElement>(null);
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
        <div className="flex flex-wrap gap-2">
          <input
            ref={input}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            aria-label="Picture"
            className="hidden"
            onChange={({ currentTarget }) => {
              void choose(currentTarget.files?.[0]);
              // Allows the same file to be chosen again.
              currentTarget.value = '';
            }}
          />
          <Button
            icon={<ImageUp className="size-4" aria-hidden />}
            pending={change.isPending}
            pendingLabel="Saving..."
            onClick={() => input.current?.click()}
          >
            {account.profileImageUrl ? 'Change picture' : 'Add a picture'}
          </Button>
          {account.profileImageUrl && (
            <Button
              variant="ghost"
              disabled={change.isPending}
              onClick={() => change.mutate({ picture: null })}
            >
              Remove
            </Button>
          )}
        </div>
      </div>
      <FieldError>{problem}</FieldError>
    </div>
  );
}
