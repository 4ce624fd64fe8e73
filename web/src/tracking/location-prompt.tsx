import { MapPin } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { useSharing } from './location-sharing.ts';

/**
 * Asks a mechanic whether to share their location, before the browser asks for permission. After they have decided, it
 * renders nothing, and the switch in `CurrentLocation` changes the choice.
 */
export function LocationPrompt() {
  const { choice, choose } = useSharing();
  if (choice !== 'undecided') return null;
  return (
    <section
      aria-labelledby="share-location"
      className="mt-3 grid gap-3 rounded-lg border border-info-edge/40 bg-info-wash p-3.5 sm:mt-6 sm:p-5"
    >
      <div className="flex items-start gap-3">
        <MapPin className="mt-0.5 size-6 shrink-0 text-info max-sm:hidden" aria-hidden />
        <div className="grid min-w-0 gap-1">
          <h2 id="share-location" className="text-lg">
            Share your location while you work?
          </h2>
          <p className="max-w-prose text-ink-soft max-sm:text-sm">
            While you're available or on a job, the office can see your location. Customers can see
            it only from when you head out until their job is done. It's shared only while this page
            is visible, and never after your working hours. We keep it for a few days. You can turn
            off sharing at any time under Map &amp; Navigation.
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2 sm:pl-9">
        <Button onClick={() => choose('on')}>Share my location</Button>
        <Button variant="ghost" onClick={() => choose('off')}>
          Not now
        </Button>
      </div>
    </section>
  );
}
