import { MapPin } from 'lucide-react';

interface PinNoteProps {
  /** Whether it was moved by hand from where the address is; otherwise it can only be removed. */
  isMoved: boolean;
  /** Puts it back, or removes it; the button may be pressed by keyboard or screen reader. */
  onUndo: (isByKeys: boolean) => void;
}

/** Says that the exact location is set, and undoes that. */
export function PinNote({ isMoved, onUndo }: PinNoteProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm">
      <MapPin className="size-4 shrink-0 text-ink-soft" aria-hidden />
      {isMoved ? 'Pin moved by you' : 'Exact location set'}
      <span aria-hidden>·</span>
      <button
        type="button"
        aria-label={isMoved ? undefined : 'Remove exact location'}
        className="link reach font-semibold"
        onClick={({ detail }) => onUndo(detail === 0)}
      >
        {isMoved ? 'Put the pin back' : 'Remove'}
      </button>
    </p>
  );
}
