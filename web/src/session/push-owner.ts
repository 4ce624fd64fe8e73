/**
 * The storage key with the id of the person who has turned on notifications in this browser. The id grants no access.
 * It is removed when they log out.
 */
export const pushOwnerKey = 'pushOwner';
