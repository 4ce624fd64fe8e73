import type { SessionUser } from '@curbwrench/contract/people/schemas';
import { MessageCircleQuestionMark } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useBusiness } from '../business/queries.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { classNames } from '../ui/class-names.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { LoadFailureMessage } from '../ui/lazy-boundary.tsx';
import { LoadingRegion, Skeleton } from '../ui/skeleton.tsx';
import { assistantPanelClass } from './assistant-panel-class.ts';

const AssistantPanel = lazyComponent(
  async () => (await import('./assistant-panel.tsx')).AssistantPanel,
);

/*
 * On a phone, the button is in the middle of the bottom bar, which leaves room for it. On a wide screen it is in
 * the corner, in the gutter that the layout reserves, and above a page's own bottom bar, which is marked by
 * `data-bottom-bar`. Either way it never covers any content.
 */
const positionClass = classNames(
  'bottom-[calc(0.375rem+env(safe-area-inset-bottom))] left-1/2 size-12 -translate-x-1/2',
  'lg:right-4 lg:bottom-6 lg:left-auto lg:translate-x-0 lg:shadow-lift',
  'lg:in-[:root:has([data-bottom-bar])]:bottom-28',
);

/**
 * Renders the floating button on signed-in pages and the assistant that it opens. The assistant is fetched on first
 * use, and its conversation continues from page to page.
 */
export function AssistantButton({ user }: { user: SessionUser }) {
  const { name } = useBusiness();
  const [isOpen, setIsOpen] = useState(false);
  const [isRequested, setIsRequested] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen]);
  const open = () => {
    setIsRequested(true);
    setIsOpen(true);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        hidden={isOpen}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={`${name} Assistant`}
        data-tooltip={`${name} Assistant`}
        onPointerEnter={() => void AssistantPanel.preload()}
        onFocus={() => void AssistantPanel.preload()}
        onClick={open}
        className={classNames(
          'fixed z-31 flex items-center justify-center rounded-full border border-line-strong bg-sheet text-ink transition-colors hover:bg-well lg:z-20 [&[hidden]]:hidden print:hidden',
          positionClass,
        )}
      >
        <MessageCircleQuestionMark className="size-6" aria-hidden />
      </button>
      {isRequested && (
        <ErrorBoundary
          renderFailure={(failure) => (
            <div className="fixed right-4 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-40 w-72 rounded-lg border border-line bg-sheet shadow-lift lg:right-6 lg:bottom-6">
              <LoadFailureMessage
                {...failure}
                title="I'm sorry, I'm having trouble connecting right now. Please try again in a moment."
              />
            </div>
          )}
        >
          <Suspense fallback={isOpen && <LoadingPanel />}>
            <AssistantPanel user={user} isOpen={isOpen} onClose={() => setIsOpen(false)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}

/** Shown in place of the panel while its code is loading. */
function LoadingPanel() {
  return (
    <div className={assistantPanelClass}>
      <LoadingRegion label="The assistant is loading" className="grid gap-4 p-5">
        <Skeleton className="h-6 w-48" />
        <Skeleton className="mt-4 h-16 w-4/5" />
        <Skeleton className="h-9 w-3/5" />
        <Skeleton className="h-9 w-2/3" />
      </LoadingRegion>
    </div>
  );
}
