import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import { Toast as RadixToast } from 'radix-ui';
import { useSyncExternalStore } from 'react';
import { Button, IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { toastDurationMs, toasts, toastSwipeThreshold, type ReplacedToast } from './toast-store.ts';

/** Shows the current toast. Use once per page; F8 moves focus to it. */
export function Toaster() {
  const toast = useSyncExternalStore(toasts.subscribe, toasts.current, toasts.current);
  return (
    <RadixToast.Provider
      duration={toastDurationMs}
      swipeDirection="right"
      swipeThreshold={toastSwipeThreshold}
    >
      {toast && (
        <RadixToast.Root
          key={toast.id}
          open={toast.open}
          duration={toast.durationMs}
          onOpenChange={(open) => {
            if (!open) toasts.dismiss(toast.id);
          }}
          type={toast.destructive ? 'foreground' : 'background'}
          className={classNames(
            'pointer-events-auto flex flex-wrap items-start gap-x-3 rounded-lg border border-l-4 bg-sheet py-2 pr-1.5 pl-4 shadow-lift',
            'animate-rise-in data-[state=closed]:animate-slide-out',
            'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
            'data-[swipe=end]:translate-x-full data-[swipe=cancel]:translate-x-0',
            toast.destructive ? 'border-alert-edge' : 'border-line border-l-done-edge',
          )}
        >
          {toast.destructive ? (
            <TriangleAlert className="mt-2.5 size-5 shrink-0 text-alert" aria-hidden />
          ) : (
            <CircleCheck className="mt-2.5 size-5 shrink-0 text-done" aria-hidden />
          )}
          <div className="min-w-0 flex-1 py-2">
            <RadixToast.Title className="font-semibold">{toast.title}</RadixToast.Title>
            {toast.description && (
              <RadixToast.Description className="text-sm text-ink-soft">
                {toast.description}
              </RadixToast.Description>
            )}
          </div>
          {toast.action && (
            <RadixToast.Action asChild altText={`${toast.action.label}: ${toast.title}`}>
              <Button
                size="sm"
                className="my-1 lg:order-1 lg:mr-2.5 lg:ml-8 lg:basis-[calc(100%-2.625rem)]"
                onClick={() => toasts.press(toast.id)}
              >
                {toast.action.label}
              </Button>
            </RadixToast.Action>
          )}
          <RadixToast.Close asChild>
            <IconButton label="Dismiss" icon={<X className="size-5" aria-hidden />} />
          </RadixToast.Close>
          <ReplacedToastActions replacedToasts={toast.replacedToasts} />
        </RadixToast.Root>
      )}
      {/*
        Below the header on screens whose menu and submit buttons are at the bottom; on a tablet on the left, since
        the heading's actions are on the right. On wide screens, at the bottom of the sidebar and no wider than it, so
        that a toast after an action on one row of a list does not cover the buttons of the next row.
      */}
      <RadixToast.Viewport className="pointer-events-none fixed inset-x-0 top-14 z-60 flex flex-col gap-2 p-3 pt-2 outline-none sm:max-w-[420px] lg:inset-x-auto lg:top-auto lg:bottom-0 lg:left-0 lg:max-w-[17rem] lg:p-3" />
    </RadixToast.Provider>
  );
}

/** Shows the actions of replaced toasts that can still be used. */
function ReplacedToastActions({ replacedToasts }: { replacedToasts: readonly ReplacedToast[] }) {
  if (replacedToasts.length === 0) return null;
  return (
    <ul className="mr-2.5 w-full border-t border-line pt-1 lg:order-2">
      {replacedToasts.map(({ id, title, action }) => (
        <li key={id} className="flex items-center gap-3 py-0.5">
          <span className="min-w-0 flex-1 text-sm text-ink-soft">{title}</span>
          <Button
            size="sm"
            aria-label={`${action.label}: ${title}`}
            onClick={() => toasts.press(id)}
          >
            {action.label}
          </Button>
        </li>
      ))}
    </ul>
  );
}
