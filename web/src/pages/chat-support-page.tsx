import { isDispatchRole } from '@curbwrench/contract/people/roles';
import { getRouteApi } from '@tanstack/react-router';
import { OfficeInbox } from '../conversations/office-inbox.tsx';
import { OwnConversation } from '../conversations/own-conversation.tsx';
import { paths } from '../paths.ts';
import { useSignedInUser } from '../session/queries.ts';

const route = getRouteApi(paths.chatSupport);

/**
 * Shows the conversations with the office: a customer or mechanic has one, staff answer all of them in one
 * inbox.
 */
export function ChatSupportPage() {
  const user = useSignedInUser();
  const { customer, mechanic } = route.useSearch();
  return isDispatchRole(user.role) ? (
    <OfficeInbox selected={mechanic ?? customer} />
  ) : (
    <OwnConversation personId={user.id} />
  );
}
