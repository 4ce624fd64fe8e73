import { X } from 'lucide-react';
import {
  Suspense,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { dialogEntrance, dialogSheet, Entrance, makeEntrance } from './dialog-sheet.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { ErrorState } from './error-state.tsx';
import { LoadingRegion, Skeleton } from './skeleton.tsx';
import { useHydrated } from './use-hydrated.ts';

interface LazyDialogProps {
  onClose: () => void;
  /** A dialog whose code may still be loading. */
  children: ReactNode;
}

/**
 * Wraps a dialog that is fetched when it is first opened; render it only while the dialog is open. The dialog's
 * frame appears immediately. If the dialog cannot be fetched, the page stays as it is, and the frame shows
 * the failure and offers a retry.
 */
export function LazyDialog({ onClose, children }: LazyDialogProps) {
  const [entrance] = useState(makeEntrance);
  return (
    <Entrance value={entrance}>
      <ErrorBoundary
        renderFailure={({ error, reset }) => {
          // Resets, so that the dialog is fetched again when it is opened again.
          const close = () => {
            reset();
            onClose();
          };
          return (
            <Frame label="Failed to load" modal onClose={close}>
              <LoadFailureMessage error={error} reset={reset} />
            </Frame>
          );
        }}
      >
        <Suspense
          fallback={
            <Frame label="Loading" onClose={onClose}>
              <LoadingRegion className="grid gap-4">
                <Skeleton className="h-5 w-3/4" />
                <Skeleton className="h-11" />
                <Skeleton className="h-11" />
                <Skeleton className="h-5 w-1/2" />
              </LoadingRegion>
            </Frame>
          }
        >
          {children}
        </Suspense>
      </ErrorBoundary>
    </Entrance>
  );
}

interface LazyPartProps {
  /** A skeleton in the shape of the content. Without one, a part that cannot be fetched is silently left out. */
  skeleton?: ReactNode;
  children: ReactNode;
}

/** Wraps a part of a page that is fetched when it is first shown. */
export function LazyPart({ skeleton = null, children }: LazyPartProps) {
  // If the server renders the page, the browser fetches this part afterward.
  if (!useHydrated()) return skeleton;
  return (
    <ErrorBoundary
      renderFailure={(failure) => skeleton !== null && <LoadFailureMessage {...failure} />}
    >
      <Suspense fallback={skeleton}>{children}</Suspense>
    </ErrorBoundary>
  );
}

interface LoadFailureMessageProps {
  error: unknown;
  reset: () => void;
  title?: string;
}

/** Says that something could not be fetched, and offers a retry or a page reload. */
export function LoadFailureMessage({
  error,
  reset,
  title = "We couldn't load this part of the page.",
}: LoadFailureMessageProps) {
  const needsReload = error instanceof Error && 'needsReload' in error && error.needsReload;
  return needsReload ? (
    <ErrorState
      title="This part of the page may have been updated."
      retryLabel="Reload page"
      onRetry={() => location.reload()}
    />
  ) : (
    <ErrorState title={title} onRetry={reset} />
  );
}

interface FrameProps {
  label: string;
  /** Takes focus and restores it. The loading frame leaves focus on the button that was clicked. */
  modal?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Renders a native dialog element that looks like `Dialog`, without loading the code of `dialog.tsx`. */
function Frame({ label, modal = false, onClose, children }: FrameProps) {
  const frame = useRef<HTMLDialogElement>(null);
  const entrance = useContext(Entrance);
  const [isEntranceDone] = useState(entrance.isDone);
  useLayoutEffect(() => entrance.finish(), [entrance]);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!modal || !element) return;
    element.showModal();
    return () => element.close();
  }, [modal]);
  useEffect(() => {
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onClose();
    };
    addEventListener('keydown', closeOnEscape);
    return () => removeEventListener('keydown', closeOnEscape);
  }, [onClose]);
  return createPortal(
    <>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- Escape closes it too */}
      <div
        aria-hidden
        onClick={onClose}
        className={classNames('fixed inset-0 z-40 bg-veil', !isEntranceDone && 'animate-fade-in')}
      />
      <dialog
        ref={frame}
        open={!modal}
        aria-label={label}
        className={classNames(
          dialogSheet,
          !isEntranceDone && dialogEntrance,
          'top-auto m-0 w-full max-w-none text-ink backdrop:bg-transparent sm:max-w-lg',
        )}
      >
        <header className="flex items-start justify-between py-2 pr-2 pl-5 sm:pl-6">
          <span className="pt-3.5">{!modal && <Skeleton className="h-6 w-40" />}</span>
          <IconButton label="Close" icon={<X className="size-5" aria-hidden />} onClick={onClose} />
        </header>
        <div className="px-5 pt-2 pb-5 sm:px-6 sm:pb-6">{children}</div>
      </dialog>
    </>,
    document.body,
  );
}
