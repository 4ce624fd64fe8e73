import { useEffect, useRef, type RefObject } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';

interface EarlierMessagesProps {
  scroller: RefObject<HTMLElement | null>;
  isFetching: boolean;
  error: unknown;
  onFetch: () => void;
}

/** Loads earlier messages when the viewer scrolls near them, or on a click after a failure. */
export function EarlierMessages({ scroller, isFetching, error, onFetch }: EarlierMessagesProps) {
  const container = useRef<HTMLDivElement>(null);
  const isIdle = !isFetching && !error;
  useEffect(() => {
    const element = container.current;
    if (!element || !isIdle) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onFetch();
      },
      { root: scroller.current, rootMargin: '240px 0px 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, isIdle, onFetch]);
  return (
    <div ref={container} className="flex flex-col items-center gap-1 py-2">
      <Button
        size="sm"
        variant="ghost"
        pending={isFetching}
        pendingLabel="Loading..."
        onClick={onFetch}
      >
        Show earlier messages
      </Button>
      <p role="status" className="text-sm text-alert empty:hidden">
        {error ? getErrorMessage(error) : null}
      </p>
    </div>
  );
}
