import { Phone } from 'lucide-react';
import { getErrorMessage } from '../api/api-error.ts';
import { useBusiness } from '../business/queries.ts';
import { telephoneUrl } from '../lib/telephone.ts';
import { buttonClass } from '../ui/button.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { FillScreen, threadFrameClass } from './fill-screen.tsx';
import { useConversation } from './queries.ts';
import { Thread, ThreadSkeleton } from './thread.tsx';

/** Renders the viewer's own conversation with the office. */
export function OwnConversation({ personId }: { personId: string }) {
  const business = useBusiness();
  const query = useConversation(personId);
  return (
    <FillScreen className={threadFrameClass}>
      <header className="flex min-h-14 items-center gap-3 border-b border-line bg-sheet px-4 py-2 sm:px-5">
        <div className="min-w-0 flex-1">
          <h1 className="text-lg">Messages</h1>
          <p className="truncate text-sm text-ink-soft">With the {business.name} office</p>
        </div>
        {business.phone && (
          <a href={telephoneUrl(business.phone)} className={buttonClass({ size: 'sm' })}>
            <Phone className="size-4" aria-hidden />
            Call<span className="sr-only"> the office</span>
          </a>
        )}
      </header>
      <Loaded
        query={query}
        skeleton={<ThreadSkeleton />}
        failure="We couldn't load your messages."
        getCause={getErrorMessage}
      >
        {(conversation) => (
          <Thread
            key={conversation.id}
            conversation={conversation}
            to="the office"
            shouldFocus
            emptyText="Ask us anything about a booking, a price, or your car. We'll reply here."
          />
        )}
      </Loaded>
    </FillScreen>
  );
}
