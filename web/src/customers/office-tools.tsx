import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { CalendarPlus, Search } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import { paths } from '../paths.ts';
import { readShortcut, type Shortcut } from '../shortcuts/read-shortcut.ts';
import { useShortcutChoice } from '../shortcuts/shortcut-choice.ts';
import { IconButton, buttonClass } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { LazyDialog } from '../ui/lazy-boundary.tsx';

// Fetched when they are first opened.
const SearchDialog = lazyComponent(async () => (await import('./search-dialog.tsx')).SearchDialog);
const ShortcutsDialog = lazyComponent(
  async () => (await import('../shortcuts/shortcuts-dialog.tsx')).ShortcutsDialog,
);

const pagesWithoutPrimaryAction: ReadonlySet<string> = new Set([
  paths.dashboard,
  paths.appointments,
  paths.serviceAdvisor,
]);

/** Renders the office's header tools: the link for a new booking and the search. Handles the office's shortcuts. */
export function OfficeTools() {
  const [dialog, setDialog] = useState<'search' | 'help' | null>(null);
  const navigate = useNavigate();
  const [areSingleKeysOn] = useShortcutChoice();
  // On a page without a primary action of its own, "New booking" is the primary action.
  const isPrimaryAction = useRouterState({
    select: ({ location }) => pagesWithoutPrimaryAction.has(location.pathname),
  });
  const close = () => setDialog(null);

  const run = useEffectEvent((shortcut: Shortcut) => {
    switch (shortcut) {
      case 'next':
      case 'previous':
      case 'open':
      case 'assign':
        return void import('../shortcuts/rows.ts').then(({ runRowShortcut }) =>
          runRowShortcut(shortcut),
        );
      case 'book':
        return void navigate({ to: paths.bookService });
      case 'search':
      case 'help':
        return setDialog(shortcut);
    }
  });
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const shortcut = readShortcut(event);
      if (!shortcut) return;
      event.preventDefault();
      run(shortcut);
    };
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, []);

  return (
    <>
      <Link
        to={paths.bookService}
        aria-label="New booking"
        aria-keyshortcuts={areSingleKeysOn ? 'n' : undefined}
        className={classNames(
          buttonClass({ size: 'sm', variant: isPrimaryAction ? 'primary' : 'secondary' }),
          'mr-1 max-sm:size-touch max-sm:px-0',
          !isPrimaryAction && 'max-sm:border-transparent max-sm:bg-transparent',
        )}
      >
        <CalendarPlus className="size-5 shrink-0" aria-hidden />
        <span className="max-sm:hidden">New booking</span>
      </Link>
      <IconButton
        label={areSingleKeysOn ? 'Search (/)' : 'Search'}
        aria-keyshortcuts={`${areSingleKeysOn ? '/ ' : ''}Control+K Meta+K`}
        icon={<Search className="size-5" aria-hidden />}
        onClick={() => setDialog('search')}
      />
      {dialog && (
        <LazyDialog onClose={close}>
          {dialog === 'search' ? (
            <SearchDialog onClose={close} />
          ) : (
            <ShortcutsDialog onClose={close} />
          )}
        </LazyDialog>
      )}
    </>
  );
}
