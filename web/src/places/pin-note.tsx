import { MapPin } from 'lucide-react';

interface PinNoteProps {
  /** Whether the user moved the pin, which can then be put back; otherwise it can only be removed. */
  isMoved: boolean;
  /** Puts the pin back or removes it. `usedKeyboard` is also true for a screen reader. */
  onUndo: (usedKeyboard: boolean) => void;
}

/** Shows that the exact location is set, with a button to undo it. */
export function PinNote({ isMoved, onUndo }: PinNoteProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm">
      <MapPin className="size-4 shrink-0 text-ink-soft" aria-hidden />
      {isMoved ? 'You moved the pin' : 'Exact location set'}
      <span aria-hidden>·</span>
      <button
        type="button"
        aria-label={isMoved ? undefined : 'Remove exact location'}
        className="link reach font-semibold"
        // A click without a pointer has a `detail` of 0.
        onClick={({ detail }) => onUndo(detail === 0)}
      >
        {isMoved ? 'Put the pin back' : 'Remove'}
      </button>
    </p>
  );
}
