import { ImageUp } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../ui/button.tsx';

interface ImageButtonsProps {
  /** What the image is; also the name of the file input. */
  label: 'Logo' | 'Picture';
  hasImage: boolean;
  isSaving: boolean;
  onChoose: (file: File | undefined) => Promise<void>;
  onRemove: () => void;
}

/** Renders a button that chooses an image file and, if there is an image, one that removes it. */
export function ImageButtons({ label, hasImage, isSaving, onChoose, onRemove }: ImageButtonsProps) {
  const input = useRef<HTMLInputElement>(null);
  const noun = label.toLowerCase();
  return (
    <div className="flex flex-wrap gap-2">
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-label={label}
        className="hidden"
        onChange={({ currentTarget }) => {
          void onChoose(currentTarget.files?.[0]);
          // Allows the same file to be chosen again.
          currentTarget.value = '';
        }}
      />
      <Button
        icon={<ImageUp className="size-4" aria-hidden />}
        pending={isSaving}
        pendingLabel="Saving..."
        onClick={() => input.current?.click()}
      >
        {hasImage ? `Change ${noun}` : `Add a ${noun}`}
      </Button>
      {hasImage && (
        <Button variant="ghost" disabled={isSaving} onClick={onRemove}>
          Remove
        </Button>
      )}
    </div>
  );
}
