import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ShortcutsSwitch } from './shortcuts-switch.tsx';

const shortcuts: readonly { readonly keys: readonly string[]; readonly does: string }[] = [
  { keys: ['j'], does: 'Next appointment' },
  { keys: ['k'], does: 'Previous appointment' },
  { keys: ['Enter'], does: 'Open the appointment; on the board, pick the job up' },
  { keys: ['a'], does: 'Assign a mechanic' },
  { keys: ['n'], does: 'New booking' },
  { keys: ['/', 'Ctrl K'], does: 'Search' },
  { keys: ['?'], does: 'Show these shortcuts' },
];

/** Lists the keyboard shortcuts, and lets them be turned off. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      title="Keyboard shortcuts"
      onOpenChange={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <dl className="mb-4 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 gap-y-2.5">
        {shortcuts.map(({ keys, does }) => (
          <div key={does} className="contents">
            <dt className="flex gap-1.5">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="inline-flex min-w-8 justify-center rounded-sm border border-line-strong bg-paper px-2 py-0.5 font-sans text-sm font-semibold"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <ShortcutsSwitch />
    </Dialog>
  );
}
