import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import { useContext, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { dialogEntrance, dialogSheet, Entrance } from './dialog-sheet.ts';

interface Letterhead {
  readonly name: string;
  readonly address?: string | null;
  readonly phone?: string | null;
}

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** A line under the title. */
  description?: ReactNode;
  /** The buttons; they stay visible while the body scrolls. The primary button comes last. */
  footer?: ReactNode;
  /** The business, which appears above the title only in print, for a receipt. */
  letterhead?: Letterhead;
  wide?: boolean;
  children?: ReactNode;
}

/**
 * Renders a modal dialog, or on a phone a sheet that slides up from the bottom.
 *
 * The overlay is a div instead of Radix's overlay, which would add a style element that our
 * content security policy blocks.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  footer,
  letterhead,
  wide = false,
  children,
}: DialogProps) {
  // The parent component opens the dialog, so Radix has no trigger to return focus to.
  const focusReturnTargets = useRef<readonly HTMLElement[]>([]);
  const [isEntranceDone] = useState(useContext(Entrance).isDone);
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <Backdrop isEntranceDone={isEntranceDone} />
        <RadixDialog.Content
          {...(description === undefined && { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            focusReturnTargets.current = getFocusableAncestors(document.activeElement);
            // Focuses the field that is marked for it, or the dialog itself, since its first button is Close, which is
            // rarely useful.
            event.preventDefault();
            if (!(event.target instanceof HTMLElement)) return;
            (
              event.target.querySelector<HTMLElement>('[data-focused-first]') ?? event.target
            ).focus();
          }}
          onEscapeKeyDown={(event) => {
            // While suggestions are open, Escape closes only them, not the dialog; `useSuggestions` handles it.
            if (document.activeElement?.matches('[data-suggesting]')) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            const target = focusReturnTargets.current.find(({ isConnected }) => isConnected);
            target?.focus({ preventScroll: true });
          }}
          className={classNames(
            dialogSheet,
            'flex flex-col',
            !isEntranceDone && dialogEntrance,
            wide ? 'sm:max-w-3xl' : 'sm:max-w-lg',
          )}
        >
          <header className="flex items-start justify-between gap-2 py-2 pr-2 pl-5 sm:pl-6">
            <div className="min-w-0 pt-2.5">
              {letterhead !== undefined && (
                <div className="mb-4 hidden wrap-anywhere print:block">
                  <p className="font-display text-2xl font-bold">{letterhead.name}</p>
                  {letterhead.address && <p>{letterhead.address}</p>}
                  {letterhead.phone && <p className="figures">{letterhead.phone}</p>}
                </div>
              )}
              <RadixDialog.Title className="text-xl">{title}</RadixDialog.Title>
              {description !== undefined && (
                <RadixDialog.Description className="mt-0.5 text-ink-soft">
                  {description}
                </RadixDialog.Description>
              )}
            </div>
            <RadixDialog.Close asChild>
              <IconButton label="Close" icon={<X className="size-5" aria-hidden />} />
            </RadixDialog.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-2 pb-5 sm:px-6 sm:pb-6">
            {children}
          </div>
          {footer !== undefined && <DialogFooter>{footer}</DialogFooter>}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** Returns an element and its focusable ancestors, since the element may be removed while a dialog is open. */
function getFocusableAncestors(element: Element | null): HTMLElement[] {
  const focusable: HTMLElement[] = [];
  for (let node = element; node; node = node.parentElement) {
    if (node instanceof HTMLElement && (node === element || node.hasAttribute('tabindex'))) {
      focusable.push(node);
    }
  }
  return focusable;
}

/** Dims the page and stops it from scrolling; padding replaces the scrollbar (styles/base.css). */
function Backdrop({ isEntranceDone }: { isEntranceDone: boolean }) {
  useLayoutEffect(() => {
    const { dataset, style, clientWidth } = document.documentElement;
    style.setProperty('--scrollbar', `${window.innerWidth - clientWidth}px`);
    dataset['modal'] = '';
    return () => {
      delete dataset['modal'];
      style.removeProperty('--scrollbar');
    };
  }, []);
  return (
    <div
      aria-hidden
      className={classNames('fixed inset-0 z-40 bg-veil', !isEntranceDone && 'animate-fade-in')}
    />
  );
}

/** Renders the row of a dialog's buttons: side by side, or stacked at full width on a phone. */
function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="flex flex-col-reverse gap-2 border-t border-line px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:flex-row sm:justify-end sm:px-6 sm:py-4">
      {children}
    </footer>
  );
}
