import type { MessageChannel } from '@curbwrench/contract/messaging/kinds';
import { Bell, Mail, MessageSquareText, type LucideIcon } from 'lucide-react';

/** The channels' icons. */
export const channelIcons: Record<MessageChannel, LucideIcon> = {
  email: Mail,
  sms: MessageSquareText,
  push: Bell,
};
