import { WifiOff } from 'lucide-react';
import { useConnectionLost, useOfflineNotice } from '../api/connection.ts';

/** Shows a message while the page may be outdated. */
export function ConnectionBanner() {
  const isConnectionLost = useConnectionLost();
  const offlineNotice = useOfflineNotice();
  return (
    <div role="status" className="sticky top-14 z-20 lg:top-0">
      {(isConnectionLost || offlineNotice) && (
        <p className="flex animate-fade-in items-center justify-center gap-2 border-y border-progress-edge/60 bg-progress-wash px-4 py-2 text-sm font-medium text-progress lg:mb-4">
          <WifiOff className="size-4 shrink-0" aria-hidden />
          {offlineNotice ??
            "Connection lost. This page may be out of date; we're trying to reconnect."}
        </p>
      )}
    </div>
  );
}
