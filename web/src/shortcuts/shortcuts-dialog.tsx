import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ShortcutsSwitch } from './shortcuts-switch.tsx';

const shortcuts: readonly { readonly keys: readonly string[]; readonly action: string }[] = [
  { keys: ['j'], action: 'Next appointment' },
  { keys: ['k'], action: 'Previous appointment' },
  { keys: ['Enter'], action: 'Open the appointment; on the board, pick up the job' },
  { keys: ['a'], action: 'Assign a mechanic' },
  { keys: ['n'], action: 'New booking' },
  { keys: ['/', 'Ctrl K'], action: 'Search' },
  { keys: ['?'], action: 'Show these shortcuts' },
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
        {shortcuts.map(({ keys, action }) => (
          <div key={action} className="contents">
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
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
      <ShortcutsSwitch />
    </Dialog>
  );
}
