import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import { Toast as RadixToast } from 'radix-ui';
import { useSyncExternalStore } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { toastDurationMs, toasts, toastSwipeThreshold } from './toast-store.ts';

/** Shows the current toast. Use once per page; F8 moves the focus to it. */
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
          onOpenChange={(open) => {
            if (!open) toasts.dismiss(toast.id);
          }}
          type={toast.destructive ? 'foreground' : 'background'}
          className={classNames(
            'pointer-events-auto flex items-start gap-3 rounded-lg border border-l-4 bg-sheet py-2 pr-1.5 pl-4 shadow-lift',
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
          <RadixToast.Close asChild>
            <IconButton label="Dismiss" icon={<X className="size-5" aria-hidden />} />
          </RadixToast.Close>
        </RadixToast.Root>
      )}
      {/*
        At the top wherever the menu and the submit buttons are at the bottom. On a wide screen at
        the bottom of the sidebar and no wider, so that it does not cover the buttons of the next
        row.
      */}
      <RadixToast.Viewport className="pointer-events-none fixed inset-x-0 top-0 z-60 flex flex-col gap-2 p-3 outline-none sm:left-auto sm:w-full sm:p-5 md:max-w-[420px] lg:inset-x-auto lg:top-auto lg:bottom-0 lg:left-0 lg:max-w-[19rem] lg:p-3" />
    </RadixToast.Provider>
  );
}
