import { EllipsisVertical } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useRef, useState, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface MenuItem {
  readonly label: string;
  readonly icon: ReactNode;
  readonly onSelect: () => void;
}

interface MenuProps {
  /** Names the button and the menu: 'Actions for Marcus Bell'. */
  label: string;
  items: readonly MenuItem[];
}

/**
 * Renders a three-dot button that opens a menu of actions for one row; supports arrow keys and typeahead. An item's
 * action runs once focus is back on the button, so that a dialog it opens can restore focus.
 */
export function Menu({ label, items }: MenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const selectedAction = useRef<(() => void) | null>(null);
  // Looked up when the menu opens: on the first render of a page there is no `main` yet.
  const [landmark, setLandmark] = useState<Element | null>(null);
  return (
    // Not modal, because a modal menu adds a style element, which our content security policy blocks.
    <DropdownMenu.Root
      modal={false}
      onOpenChange={() => setLandmark(document.querySelector('main'))}
    >
      <DropdownMenu.Trigger
        ref={trigger}
        aria-label={label}
        data-tooltip={label}
        className="inline-flex size-touch shrink-0 items-center justify-center rounded-md text-ink-soft transition-colors hover:bg-well hover:text-ink data-[state=open]:bg-well"
      >
        <EllipsisVertical className="size-5" aria-hidden />
      </DropdownMenu.Trigger>
      {/* Inside the page's landmark, where screen reader users look for it. */}
      <DropdownMenu.Portal container={landmark}>
        <DropdownMenu.Content
          aria-label={label}
          align="end"
          sideOffset={6}
          collisionPadding={12}
          loop
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            trigger.current?.focus();
            selectedAction.current?.();
            selectedAction.current = null;
          }}
          className="z-40 min-w-48 animate-fade-in rounded-lg border border-line bg-sheet p-1.5 text-ink shadow-lift"
        >
          {items.map(({ label: itemLabel, icon, onSelect }) => (
            <DropdownMenu.Item
              key={itemLabel}
              onSelect={() => {
                selectedAction.current = onSelect;
              }}
              className={classNames(
                'flex min-h-touch cursor-pointer items-center gap-3 rounded-md px-3 font-medium outline-none select-none',
                'data-highlighted:bg-well [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:text-ink-soft',
              )}
            >
              {icon}
              {itemLabel}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
