import { useEffect, useRef, type RefObject } from 'react';
import { sentenceOf } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';

interface EarlierMessagesProps {
  scroller: RefObject<HTMLElement | null>;
  isFetching: boolean;
  error: unknown;
  onFetch: () => void;
}

/** Loads earlier messages when the viewer scrolls near them, or on a click after a failure. */
export function EarlierMessages({ scroller, isFetching, error, onFetch }: EarlierMessagesProps) {
  const place = useRef<HTMLDivElement>(null);
  const waits = !isFetching && !error;
  useEffect(() => {
    const element = place.current;
    if (!element || !waits) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onFetch();
      },
      { root: scroller.current, rootMargin: '240px 0px 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, waits, onFetch]);
  return (
    <div ref={place} className="flex flex-col items-center gap-1 py-2">
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
        {error ? sentenceOf(error) : null}
      </p>
    </div>
  );
}
