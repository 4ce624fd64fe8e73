import { isOfficeRole } from '@curbwrench/contract/people/roles';
import { getRouteApi } from '@tanstack/react-router';
import { OfficeInbox } from '../conversations/office-inbox.tsx';
import { OwnConversation } from '../conversations/own-conversation.tsx';
import { useConversation } from '../conversations/queries.ts';
import { useTabTitle } from '../layout/page-title.ts';
import { getFullName } from '../lib/people.ts';
import { paths } from '../paths.ts';
import { useSignedInUser } from '../session/queries.ts';

const route = getRouteApi(paths.chatSupport);

/**
 * Shows the conversations with the office: customers and mechanics have one each; advisors and admins answer all of
 * them in one inbox.
 */
export function ChatSupportPage() {
  const user = useSignedInUser();
  const { customer, mechanic } = route.useSearch();
  const selected = mechanic ?? customer;
  return isOfficeRole(user.role) ? (
    <>
      {selected !== undefined && <ConversationTitle personId={selected} />}
      <OfficeInbox selectedId={selected} />
    </>
  ) : (
    <OwnConversation personId={user.id} />
  );
}

/** Puts the person's name into the tab's title. */
function ConversationTitle({ personId }: { personId: string }) {
  const { data } = useConversation(personId);
  useTabTitle(data && `Messages with ${getFullName(data.person)}`);
  return null;
}
