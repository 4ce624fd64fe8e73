/** The figure on the bell: exact to 9, then '9+'; nothing where nothing is unread. */
export function badgeOf(unread: number): string | null {
  if (unread <= 0) return null;
  return unread > 9 ? '9+' : String(unread);
}

/** 'Notifications', or 'Notifications, 12 unread'. */
export function bellLabelOf(unread: number): string {
  return unread > 0 ? `Notifications, ${unread} unread` : 'Notifications';
}
